import t from 'tap';
import { linkTo, quoted, textFragment } from '../../islands/reading/selection/link.ts';

t.test('RDR-22 a link names its words for the browser, and their place for us', async (t) => {
  t.equal(textFragment('a stone in his shoe'), ':~:text=a%20stone%20in%20his%20shoe');
  t.equal(
    textFragment('stone-cold, & wet'),
    ':~:text=stone%2Dcold%2C%20%26%20wet',
    'signs of the syntax are spelled',
  );
  t.equal(textFragment('He\u00adro\n'), ':~:text=Hero');
  const long = `${'He had walked up from the station. '.repeat(4)}The stone was old.`;
  t.equal(
    textFragment(long),
    ':~:text=He%20had%20walked%20up%20from%20the%20station.%20He,up%20from%20the%20station.%20The%20stone%20was%20old.',
    'a long one is named by whole words at its ends',
  );
  t.equal(
    textFragment('One.\n\nTwo.'),
    ':~:text=One.,Two.',
    'no browser looks through two paragraphs for one',
  );
  t.match(textFragment('吾'.repeat(100)), /^:~:text=(%E5%90%BE){40},(%E5%90%BE){40}$/);
  t.equal(
    linkTo('https://tsuzuki.example/stories/a/1?chapter=2#x', { at: 12, length: 5, words: 'stone' }),
    'https://tsuzuki.example/stories/a/1?chapter=2#hit-12-5:~:text=stone',
  );
});

t.test('REP-02 a report quotes at most 300 characters, and cuts no sign', async (t) => {
  const sentence = (quote: string) => `Ice: “${quote}”`;
  t.equal(quoted('a  stone\nin it', sentence), 'Ice: “a stone in it”');
  const cut = quoted('𠮷'.repeat(400), sentence);
  t.equal([...cut].length, 300);
  t.ok(cut.isWellFormed());
  t.match(cut, /…”$/);
});
