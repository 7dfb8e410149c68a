import t from 'tap';
import { startFirefox } from '../support/engines/firefox.ts';
import { travel } from './journeys.ts';

t.test('Firefox', (t) => travel(t, startFirefox));
