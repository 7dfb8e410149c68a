/**
 * Fastify makes a function for each answer of each route at its start, a fifth of its CPU: here when it is first needed.
 * Only programs that tests start get this. An application inside a process of the tests makes all of them at once.
 */
import { createRequire } from 'node:module';

type Compile = (route: object) => (data: unknown) => string;
type Factory = (schemas: object, options: object) => Compile;

const load = createRequire(import.meta.resolve('fastify'));

function selector(): Factory {
  return (schemas, options) => {
    let compile: Compile | undefined;
    return (route) => {
      let serialize: ReturnType<Compile> | undefined;
      return (data) => {
        compile ??= (load('@fastify/fast-json-stringify-compiler') as () => Factory)()(schemas, options);
        serialize ??= compile(route);
        return serialize(data);
      };
    };
  };
}

// Under this name CommonJS takes it for the whole module.
export { selector as 'module.exports' };
