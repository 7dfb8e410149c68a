/** Shares Fastify's compiled serializers within a process. Compiling them takes most of an application's startup. */
import { createRequire } from 'node:module';
import type { FastifyInstance } from 'fastify';

type Compiler = (route: { schema: unknown; method: string; url: string }) => (data: unknown) => string;

const selector: () => (externalSchemas: object, options: object) => Compiler = createRequire(
  import.meta.resolve('fastify'),
)('@fastify/fast-json-stringify-compiler');
const compile = selector()({}, {});
const known = new Map<string, ReturnType<Compiler>>();

export function shareSerializers(app: FastifyInstance): void {
  const shared: Compiler = (route) => {
    const key = JSON.stringify(route.schema);
    const serialize = known.get(key) ?? compile(route);
    known.set(key, serialize);
    return serialize;
  };
  app.setSerializerCompiler(shared as never);
}
