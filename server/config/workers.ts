import Type from 'typebox';

export const workerVariables = {
  WORKER_NICE: Type.Integer({
    minimum: 0,
    maximum: 19,
    default: 10,
    description: 'how far workers of their own stand back for other processes of the machine, see nice(1)',
  }),
  WORKER_PICTURES: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 64,
      description: 'pictures that a process works on at a time, each on one core; default: all cores but one',
    }),
  ),
};
