import { anyBucket, pagePolicy } from '../../contract/pagePolicy.ts';

/**
 * Of a page that no server of ours sent, which so has no policy of its own: a nonce of this load for the styles that
 * scripts make.
 * @returns gives the page its policy, once it is known which host it may call
 */
export function guard(): (host: string) => void {
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  const place = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  if (place) place.nonce = nonce;
  return (host) => {
    const policy = document.createElement('meta');
    policy.httpEquiv = 'Content-Security-Policy';
    policy.content = pagePolicy({ nonce, connects: [host, anyBucket] });
    document.head.append(policy);
  };
}
