import { chapter } from '../prose.ts';
import type { StorySource } from '../types.ts';

export const seaFroze: StorySource = {
  slug: 'the-year-the-sea-froze',
  creator: 'ida',
  title: 'The Year the Sea Froze',
  description:
    'Wismar, a winter long ago. Johanna keeps the harbour ledger and has never needed a question mark, until the sea stops, the children walk out on it, and something under the ice begins to answer.',
  publicationType: 'novel',
  format: null,
  rating: 'all',
  genre: 'historical',
  language: 'en',
  tags: ['Baltic', 'winter', 'harbour', 'ledger', 'quiet wonder'],
  pricing: { type: 'all_free' },
  figures: { subscribers: 5243, views: 64796, likes: 2646 },
  pace: { latestDaysAgo: 0, everyDays: 21, time: '08:00', pause: { after: 1, days: 84 } },
  parts: [
    {
      title: 'The Sound That Was Missing',
      chapters: [
        chapter(
          'The Sound That Was Missing',
          `Nobody in Wismar had ever seen the sea stop twice in one lifetime. The old people had seen it once, when they were small enough to be carried, and they had told it so often that it had become a story, and nobody is afraid of a story. So when it happened again, on the ninth of January, the whole town went about its business until almost noon before anyone noticed what was wrong.

          It was Johanna Behn who noticed, and she noticed because she could not hear herself think, which she usually did over a certain noise. She kept the harbour ledger. Every morning she sat in the toll house with her feet on a hot brick and wrote down what lay at the quay, what it carried and what it owed, and while she wrote the sea slapped the piles under the floor. She had never listened to it. One does not listen to one’s own blood.

          That morning she had written fourteen ships, six of them laden, and was about to write the wind, when her pen stopped. The room was so still that she could hear the ink dry. She thought first that she had gone deaf, and said aloud, “Fourteen,” and heard it perfectly well.

          She put on her father’s coat and went outside.

          The sea was there. It lay where it had always lain, grey to the edge of the sky, with the island of Poel drawn across it like a line under a sum. But it did not move. There was a wave halfway up the harbour stairs, a small one, with a curled lip, and it stayed there. A gull stood on it with an offended air.

          On the quay sat Peter Lohse, the pilot, who at this hour was usually cursing somebody. He had turned a bucket over and sat on it with his hands between his knees, like a boy outside a sickroom.

          “Since when?” Johanna asked.

          “Since a quarter past seven.” He did not look round. “I was looking straight at it. It breathed in, and then it did not breathe out.”

          “Water freezes,” said Johanna. “It is winter. There is nothing in that.”

          “Harbours freeze. Ditches. My beard.” He shook his head. “That out there is the sea. It’s got salt in it, and herring, and Swedes. Listen to it.”

          She listened. There was nothing at all, and then, very low and very far out, there was something: one single tone, like a string that somebody had plucked a hundred years ago and forgotten about. It did not swell or fade. She felt it less in her ears than in the soles of her feet, where her boots touched the stone.

          “It’s speaking,” said Lohse.

          “It is settling. Like a house.”

          “My mother said it spoke the first time, too. She said it went on for eleven weeks, and on the last day somebody understood it.”

          “And what had it said?”

          The pilot thought about this for so long that the gull lost patience and walked away over the standing water, leaving no prints. “She never told that part,” he said at last. “She always said: eat your soup.”

          By noon the whole town stood along the quay. They had brought their dogs and their knitting. The mayor had brought his chain of office, in case it was needed, and did not know where to put his hands. Nobody spoke above a whisper. It was the sexton’s dog, in the end, who settled the matter: he trotted down the harbour stairs, sniffed at the wave, lifted his leg against it, and trotted out to sea.

          Everybody breathed in. The dog grew smaller. He did not slip once.

          Johanna went back into the toll house, moved her brick closer to the stove and took up the pen. She had kept the ledger for eleven years, and her father for thirty before her, and in all that time there had been no entry that was not a number, a name or a fact. *Ninth of January,* she wrote. *Wind: none. Ships: fourteen. Sea: stands still.* She blotted it and looked at it. It looked like a lie. Then, because she was an honest woman, she added the only thing she could be certain of, and behind it, for the first time in her life, she set a question mark.

          *It is saying something?*`,
        ),
      ],
    },
    {
      title: 'What the Children Heard',
      chapters: [
        chapter(
          'What the Children Heard',
          `The children went first, because nobody had thought of forbidding it. There was a rule against running on the quay and a rule against throwing stones at the Swedes, but there was no rule against walking to Poel, since it had never been possible.

          There were seven of them. They took bread, two lanterns and the sexton’s dog, who had come home from his first journey with an air of owning the place. The eldest was Grete Lohse, the pilot’s granddaughter, who was twelve and wanted to be a captain. The smallest was called Spatz, and what his real name was only his mother knew. They set out three weeks after the ninth, in the blue hour before school, and by the time the bell rang they were seven dots and a smaller one.

          Johanna saw them from the window. She knew perfectly well what she ought to do. She ought to run to the school, and to the mayor, and have the great bell rung. Instead she fetched her father’s telescope out of its case and followed them, and her lips moved, because she was counting.

          They walked in single file, as Grete had ordered. Nobody talked. It is hard to talk when the floor is listening. The ice was not white, as they had expected, but dark, and so clear that it was like walking on the night. Far below, weed stood upright and did not sway. Once they passed over a shoal of herring, thousands of them, all facing the same way, each in its place like letters in a printer’s case. Spatz thought that if one could only read them, one would know everything.

          Halfway across he stopped. There was no reason for it; his legs were short, but they were good. He got down on his knees, pulled his cap from one ear and laid that ear on the ice.

          “Get up,” said Grete. “You’ll freeze on.”

          “Somebody lives there,” said Spatz.

          Nobody laughed. They stood around him in a ring, with their breath going up, and the dog sat down and put his head on one side. One after the other they knelt and listened. Afterwards they could never agree on what they had heard. Hinnerk said it was bells. The Möller twins said it was like people talking in the next room when you are supposed to be asleep: you cannot make out the words, but you know they are about you. Grete said it was the keel of a very large ship, and that it was passing under them at that moment, and that it took a quarter of an hour to pass.

          “What’s it saying?” she asked Spatz.

          He frowned with the effort. “It’s counting,” he said. “It’s on fourteen.”

          They did not go on to Poel. They ate the bread, turned round, and walked home in the tracks that they had not left. On the quay stood half the town with blankets and a great deal of shouting, and each of them got a slap first and soup afterwards, in the proper order. By evening there was not a house in Wismar in which it was not being told. Most people believed it, since nobody had contradicted it in time, and that is usually how believing begins.

          Johanna waited until the shouting was over. Then she went to Spatz’s house, where he sat by the stove with his ear wrapped in goose fat and flannel, and she asked him quite politely, as one official asks another, whether he was sure of the number.

          “Fourteen,” said Spatz. “Then it stopped and looked for something.”

          “How can you hear somebody looking for something?”

          “Like when Mother does the washing. She says one sock, two socks, three socks. And then she says nothing, and that’s the looking.”

          Johanna thanked him. She walked home the long way, by the harbour. It was a clear night, and the tone was there, low and patient, in the soles of her boots. Fourteen ships lay at the quay, each with its frozen rope and its frozen lantern. She knew every one of them. She had written them down herself. And because she had been a clerk for eleven years, and clerks cannot leave a thing alone, she stood still under the last lantern, and with a feeling as though she were opening somebody else’s letter, she looked out to where the fifteenth berth was, and where no ship had lain since she was a child.`,
        ),
      ],
    },
    {
      title: 'The Fifteenth Berth',
      chapters: [
        chapter(
          'The Fifteenth Berth',
          `Her father’s ledgers stood in the loft of the toll house, thirty of them, in a row. Johanna had dusted them every spring and had never opened one. They were full of numbers that had all been paid.

          Now she carried the lamp up the ladder and took out the year in which she had been four. The leather had gone soft as bread. Her father had written a beautiful hand, small and upright, every seven with a bar through it, and she had to wait a moment before she could read it as anything but him.

          January was as it should be. February was as it should be. On the first of March there was a ship called the *Patience*, Captain Elias Behn, laden with salt for Riga, crew of nine. Behn was not a rare name on this coast. But Elias had been her uncle, and nobody had ever said of him anything but that he was away.

          The *Patience* lay in berth fifteen. On the third of March, in the same small hand, stood the entry: *Sea stands still.* And under it, for eleven weeks, every single day, the same line: *Patience: due.*

          It had been frozen the first time, too, of course. She had known that. She had been four, she had been carried; there was a red mitten in that memory, and a great brightness, and somebody weeping with an open mouth and making no noise. She had always thought that the noise had been lost in the remembering. Now it occurred to her that perhaps there really had not been any.

          She read on with her finger under the lines. *Patience: due. Patience: due.* In the ninth week the handwriting changed. It became larger and leaned over, like a man in wind. *They went out to look for her. I did not forbid it, for it was my brother. Seven men. The ice is sound.* And on the twentieth of May, the last of the eleven weeks, there was a page with nothing on it but a column of figures, one to fourteen, and beneath them a blank, ruled off with great care, as one rules off a space for something that is still to come.

          The next entry was of the twenty-first. *Sea moves. Ships: fourteen. Wind: south-west, fresh.* And after that her father had never again, in all his thirty years, written down a thing that was not a number.

          The lamp was burning low when she came down. Peter Lohse sat in the toll house with his boots on her brick. He had a way of being wherever one had just decided to go and find him.

          “You were one of the seven,” said Johanna.

          “I was the eighth. I was fifteen, and my mother held on to my belt.” He turned his cap round and round. “The ice was sound. It was as sound as this floor. They went out as far as the bar, and we saw their lanterns stop. And then the sea took a breath.”

          “And the *Patience*?”

          “Never came. She’d gone down off Gotland in the autumn, it turned out, with all hands, long before any of it. There was nobody out there to look for.” He cleared his throat. “But it had been counting, you see. It had missed one. It’s orderly, the sea. People don’t think so, but it is. It takes, and it gives back bits, and it keeps a book. And your father owed it a line.”

          “A line?”

          “He never struck her off. He couldn’t. Every day he wrote that she was due. And so every day it held its breath and waited for her, the same as he did.”

          The tone came up through the floor. Johanna had grown so used to it that she only noticed it now, because it seemed to have come closer. She thought of a small boy with his ear in goose fat. She thought of the herring in their places, all facing the same way.

          “Then why again?” she asked. “Why now? Father has been dead eleven years. I have never written that a ship is due which was not.”

          The pilot looked at the ledger on the table, the new one, hers. He did not touch it. He only looked at it, as one looks at a dog that may or may not be friendly, and Johanna, who knew each of its pages by heart, felt the blood leave her hands. For there was one line in it, at the very front, in eleven-year-old ink, that was not a number, a name or a fact. She had written it on her first morning, on the day after the funeral, to try the pen.

          *Father: away.*`,
        ),
      ],
    },
    {
      title: 'Struck Off',
      chapters: [
        chapter(
          'Struck Off',
          `She did not do it at once. People think that such things are done at once, by candlelight, with a firm hand; but Johanna first made soup, and ate it, and washed the plate.

          Then it was morning, and there were other matters. The mayor wanted to know whether harbour dues applied to sledges. A man from Lübeck had come on foot to sell skates. The schoolmaster had drawn a map of the bottom of the sea, as seen from above, and wished to have it entered somewhere. All day long she sat over the open ledger with the front page lying under all the others like something under ice, and at every quarter of an hour the tone rose a little and stopped, and looked for something.

          At four o’clock the dusk came. She took the book under her arm, put on the coat that had been her father’s, lit the hand lantern and walked down the harbour stairs, past the little wave with its curled lip.

          She had never been on it before. It was exactly like walking on the night; the children had been right about that. She went out along the row of the ships, fourteen of them, and read their names under her breath as she passed, the way one says good evening. At the fifteenth berth she put down the lantern and knelt. It was so clear that the light fell straight through, down along the green piles, down to the stones. There was nothing there. She had not expected that there would be; she was not a fanciful woman. She had only thought that one should look, before one says so.

          “Behn,” she said, in the voice in which she spoke to captains. “Toll house. I have a correction.”

          The tone stopped. She had lived in it for weeks, and now that it was gone, the quiet was so large that she had to hold on to the edge of the book.

          She opened it at the front. The ink in the bottle had a skin on it, and she warmed it in her armpit as her father used to. It is difficult to write on one’s knee with mittens, so she took them off. *Father: away.* It was a child’s writing, really. She had been nineteen.

          She drew the line slowly, with the edge of the ruler, right through the middle, as one does with ships. Beside it, in the column for remarks, she wrote the date of a day in November, and the hour, and: *Died in his bed. I was there. He asked whether the wind had turned, and I said yes.*

          That was all. It was a number, a name and a fact. She had kept it off the books for eleven years, as though one could keep a thing afloat by not writing down that it has sunk. She blew on it until it was dry, and noticed then that she was weeping with an open mouth, and that this time there was a noise to it, quite a loud one, which went out over the ice in all directions and did not seem to be in a hurry to come back.

          When she was finished she wiped her nose on his sleeve. There was one thing more. She turned to the day’s page, where the fourteen stood in their column, and beneath them, in the space for what was still to come, she wrote: *Patience, Elias Behn. Lost off Gotland with all hands. No longer due.* And, since it was her ledger, she permitted herself a word that had no column. *Sleep well.*

          She had reached the third step of the stairs when it breathed out.

          It did not break, as she had feared, with cannon shots and white water. It only let go. The small wave with the curled lip, which had been waiting since a quarter past seven on the ninth of January, went up the last two steps, wet her boots to the ankle, and ran back with a sigh. Behind it came the next.

          All along the quay windows went up. Somebody shouted; somebody began to ring the great bell. The sexton’s dog came galloping down to the water’s edge and barked at it for having been gone so long. In the toll house, under the floor, something slapped against the piles, again and again, like a hand on a shoulder.

          Johanna sat down, put her feet on the brick, and wrote. *Twenty-seventh of March. Ships: fourteen. Wind: turned.* She looked at it for a while. Then she reached for the knife, and with great care, for the paper was thin, she scraped away the question mark of the ninth of January, until there was nothing left of it but a light place, in which, if one knew about it, one could still feel with a fingertip where it had been.`,
        ),
      ],
    },
  ],
};
