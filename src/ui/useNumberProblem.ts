import { composeSyncValidators, useTranslate, type ValidationErrorMessage, type Validator } from 'ra-core';
import { isExactNumber, isNumber, readNumber } from '../utils/numbers.ts';

/**
 * Says what is wrong with a typed number outside of a record's form, in words; undefined if nothing is, or if it is blank.
 * @param validate its limits
 */
export function useNumberProblem(validate: Validator[] = []): (text: string) => string | undefined {
  const translate = useTranslate();
  const validator = composeSyncValidators(isNumber, ...validate, isExactNumber);
  return (text) => {
    const number = readNumber(text);
    // None of the validators of a number is asynchronous.
    const problem = number === null ? undefined : (validator(number, {}, {}) as ValidationErrorMessage | undefined);
    if (!problem) return undefined;
    return typeof problem === 'string' ? translate(problem) : translate(problem.message, problem.args);
  };
}
