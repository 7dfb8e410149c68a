/**
 * Fastify compiles a serializer per route and answer at startup, a fifth of its CPU. Here each is compiled on first
 * use. Only programs started by tests use this. Applications inside a test process compile all at once.
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

// CommonJS takes this name as the whole module.
export { selector as 'module.exports' };
