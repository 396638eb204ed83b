import { composeSyncValidators, useTranslate, type ValidationErrorMessage, type Validator } from 'ra-core';
import { readNumber, unreadableNumber } from '../utils/format.ts';

/**
 * Says what is wrong with a typed number outside of a record's form, in words; undefined if nothing is, or if it is blank.
 * @param validate checks of a number that can be read
 */
export function useNumberProblem(validate: Validator[] = []): (text: string) => string | undefined {
  const translate = useTranslate();
  return (text) => {
    const number = readNumber(text);
    if (number === null) return undefined;
    const problem = unreadableNumber(text) ?? (composeSyncValidators(...validate)(number, {}, {}) as Problem);
    if (!problem) return undefined;
    return typeof problem === 'string' ? translate(problem) : translate(problem.message, problem.args);
  };
}

/** None of the validators of a number is asynchronous. */
type Problem = ValidationErrorMessage | undefined;
