import Type from 'typebox';

export const workerVariables = {
  WORKER_NICE: Type.Integer({
    minimum: 0,
    maximum: 19,
    default: 10,
    description: 'priority of separate workers below other processes of the machine, see nice(1)',
  }),
  WORKER_PICTURES: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 64,
      description: 'pictures a process works on at once, each on one core; default: all cores but one',
    }),
  ),
};
