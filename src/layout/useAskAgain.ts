import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { CallFailure } from '../../dataProvider/failure.ts';
import { connection } from '../services.ts';

/** When the back end answers again, what is on the screen and was lost is asked for again. */
export function useAskAgain(): void {
  const queries = useQueryClient();
  useEffect(
    () =>
      connection.subscribe(() => {
        if (connection.state().line !== 'back') return;
        const isLost = (error: unknown) => error instanceof CallFailure && error.isLost;
        queries.refetchQueries({ type: 'active', predicate: ({ state }) => isLost(state.error) });
      }),
    [queries],
  );
}
