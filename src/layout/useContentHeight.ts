import { useEffect, useState } from 'react';

const resizeDelayMs = 200; // console.md section 9

/** The viewport's height less what the frame takes, in pixels; a resize counts once it has rested for 200 ms. */
export function useContentHeight(taken: number): number {
  const [height, setHeight] = useState(window.innerHeight);
  useEffect(() => {
    let timer = 0;
    const onResize = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => setHeight(window.innerHeight), resizeDelayMs);
    };
    window.addEventListener('resize', onResize);
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener('resize', onResize);
    };
  }, []);
  return height - taken;
}
