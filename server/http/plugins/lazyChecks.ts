import { AjvCompiler } from '@fastify/ajv-compiler';
import type { FastifyInstance, FastifySchema, FastifySchemaCompiler } from 'fastify';

type Check = ReturnType<FastifySchemaCompiler<FastifySchema>>;

const customOptions = { removeAdditional: false, coerceTypes: true, allErrors: true, strictTypes: false };

/** Compiles the validation of a call's parameters on first use, because compiling all takes a quarter of the start. */
export function lazyChecks(app: FastifyInstance): void {
  const compile = AjvCompiler()({}, { customOptions });
  app.setValidatorCompiler<FastifySchema>((route) => {
    let compiled: Check | undefined;
    const check: Check = (data: unknown) => {
      compiled ??= compile(route) as Check;
      const result = compiled(data);
      // Fastify reads the errors from here.
      check.errors = compiled.errors;
      return result;
    };
    return check;
  });
}
