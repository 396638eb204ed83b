import { AjvCompiler } from '@fastify/ajv-compiler';
import type { FastifyInstance, FastifySchema, FastifySchemaCompiler } from 'fastify';

type Check = ReturnType<FastifySchemaCompiler<FastifySchema>>;

const customOptions = { removeAdditional: false, coerceTypes: true, allErrors: true, strictTypes: false };

/** Compiles the check of a call's parameters when it is made first: all of them are a quarter of a start. */
export function lazyChecks(app: FastifyInstance): void {
  const compile = AjvCompiler()({}, { customOptions });
  app.setValidatorCompiler<FastifySchema>((route) => {
    let compiled: Check | undefined;
    const check: Check = (data: unknown) => {
      compiled ??= compile(route) as Check;
      const result = compiled(data);
      // Where fastify looks for what is wrong.
      check.errors = compiled.errors;
      return result;
    };
    return check;
  });
}
