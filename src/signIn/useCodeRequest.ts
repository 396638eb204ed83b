import { useEffect, useState } from 'react';
import { sendVerify } from '../../contract/calls/auth.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import { http } from '../services/services.ts';
import { useToast } from '../ui/useToast.ts';

/** Asks for a code by SMS, and counts down to when another may be asked for. */
export function useCodeRequest() {
  const toast = useToast();
  const [until, setUntil] = useState(0);
  const [now, setNow] = useState(Date.now);
  const [isAsking, setAsking] = useState(false);
  const [isSent, setSent] = useState(false);
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  const isCounting = seconds > 0;

  useEffect(() => {
    if (!isCounting) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isCounting]);

  /** @returns what to say at the field of the number, where no code was sent */
  const ask = async (mobile: string): Promise<{ username?: string }> => {
    setAsking(true);
    try {
      const answer = await http.call(sendVerify, { mobile });
      setSent(true);
      setNow(Date.now());
      setUntil(Date.now() + answer.seconds * 1000);
      return {};
    } catch (error) {
      const errors = error instanceof CallFailure ? (error.data.errors as { mobile?: string } | undefined) : undefined;
      return { username: errors?.mobile ?? toast.messageOf(error) };
    } finally {
      setAsking(false);
    }
  };
  return { ask, isAsking, isSent, seconds };
}
