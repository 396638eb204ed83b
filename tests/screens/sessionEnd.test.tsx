import { waitFor } from '@testing-library/react';
import { useUpdate } from 'ra-core';
import { expect, it, vi } from 'vitest';
import { CallFailure } from '../../dataProvider/failure.ts';
import { useProvider } from '../../src/services/queryClient.ts';
import { session } from '../../src/services/services.ts';
import { fakeAuth, fakeProvider, show } from '../support/screen.tsx';

const refused = async () => {
  throw new CallFailure('unauthorized', '用户信息无效，请重新登录', 401);
};
const auth = {
  ...fakeAuth(),
  checkError: async () => {
    session.die();
    throw { message: '用户信息无效，请重新登录' };
  },
  logout: async () => '/rTopAdmin/Login',
};
const params = { id: 1, data: { title: 'a' }, previousData: { id: 1 } };

/** Makes an edit that ends the session. @returns what ra-core tells its caller */
async function outcomeOf(Button: (props: { onEnd: (outcome: string) => void }) => React.ReactNode) {
  const onEnd = vi.fn();
  const { user } = await show(<Button onEnd={onEnd} />, { provider: fakeProvider({ update: refused }), auth });
  await user.click(document.querySelector('button') as HTMLButtonElement);
  await waitFor(() => expect(onEnd).toHaveBeenCalled());
  return onEnd.mock.calls.flat();
}

it('a mutation that ends the session fails', async () => {
  function Edit({ onEnd }: { onEnd: (outcome: string) => void }) {
    const [update] = useUpdate();
    const options = {
      mutationMode: 'pessimistic' as const,
      onSuccess: () => onEnd('saved'),
      onError: (error: unknown) => onEnd((error as CallFailure).kind),
    };
    return (
      <button type="button" onClick={() => update('column', params, options)}>
        save
      </button>
    );
  }
  expect(await outcomeOf(Edit)).toEqual(['unauthorized']);
});

it('so does a call that is made outside a mutation', async () => {
  function Edit({ onEnd }: { onEnd: (outcome: string) => void }) {
    const provider = useProvider();
    const edit = () =>
      provider.update('column', params).then(
        () => onEnd('saved'),
        (error) => onEnd(error.kind),
      );
    return (
      <button type="button" onClick={edit}>
        save
      </button>
    );
  }
  expect(await outcomeOf(Edit)).toEqual(['unauthorized']);
});
