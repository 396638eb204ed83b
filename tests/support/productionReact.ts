import React from 'react';
import { flushSync } from 'react-dom';

/**
 * React has `act`, by which Testing Library renders and sends events, in its development code alone. Here what a test does
 * is shown at once, and the rest whenever React likes, as before a person.
 */
Object.assign(React, { act: flushSync });
