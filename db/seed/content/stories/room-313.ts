import { chapter } from '../prose.ts';
import type { StorySource } from '../types.ts';

export const room313: StorySource = {
  slug: 'room-313',
  creator: 'moreau',
  title: 'Room 313',
  description:
    'The Hotel Vauquelin has one room that is never let, and a night porter who has never asked why. Then its key turns warm, and a guest arrives who has been expected for eleven years.',
  publicationType: 'novel',
  format: null,
  rating: 'teen13',
  genre: 'mystery',
  language: 'en',
  tags: ['hotel', 'night porter', 'locked room', 'slow burn'],
  pricing: { type: 'first_free', freeCount: 3, price: 20 },
  figures: { subscribers: 8877, views: 96533, likes: 4467 },
  pace: { latestDaysAgo: 2, everyDays: 35, time: '09:00' },
  parts: [
    {
      title: 'Warm',
      chapters: [
        chapter(
          'Warm',
          `The key to 313 had hung on its hook for eleven years, and on Tuesday it was warm. Anselm noticed it because he was tidying, and he was tidying because it was four in the morning, the hour at which a night porter has read both newspapers and must choose between dusting and thinking.

          He had a system. He took down the keys floor by floor, wiped the brass plates with a cloth, and hung them back with the numbers facing out. There were forty-two rooms in the Hotel Vauquelin and forty-two hooks. Those that were let had nothing on them. Those that were free had a cold key on them, since the board stood in the draught from the revolving door. He took 312 and wiped it. He took 313, and nearly dropped it.

          It was not hot. It was warm as a coin is that somebody has been holding in his hand.

          Anselm did what any sensible man would do. He looked over his shoulder. The lobby was as it always was at that hour: the palm, the weighing machine, the brass clock that was fast, and the long green carpet running up the stairs into the dark. In the armchair by the radiator lay the hotel cat, whose name was Monsieur, and who took no interest in keys.

          He held it against his cheek. There was no doubt about it.

          When he had come to the Vauquelin, on a wet evening in his forty-ninth year, Madame Rivaud had shown him the board herself. She was already very old then, and so upright that one felt one ought to apologise for one’s own back. She went along the rows with her stick. This one had a window that stuck. In that one a minister had died, and one did not mention it. When she reached 313 the stick went on without stopping.

          “And this one, Madame?”

          “Is not let.”

          “Is it damp?”

          “It is not damp, it is not haunted, and it is not your business,” said Madame Rivaud. “It is taken.”

          He had looked at the register that very night. He was not a curious man; it was only that one likes to know who is in the house. Room 313 had been taken on the fourteenth of October, eleven years ago now, by one person, for one night, paid in advance, in cash. In the column for the name there stood a word that somebody had begun, and not finished, as though he had been called away. It was a capital A with half an N after it. In the column for the departure there was nothing.

          Since then he had thought about it as one thinks about the back of the moon. The chambermaids did the third floor and left it out. The man who read the meters went past it. Twice in all those years a guest had asked what was behind the door between the linen cupboard and 314, and Anselm had said, truthfully, that he did not know; and each time it had struck him what a restful answer that was.

          Now he stood with the key in his palm, and it was growing no colder.

          A key is warm because it has been in a hand or in a pocket or in a lock. It had been in nobody’s hand but his own. He had been sitting in front of that board since ten o’clock. He had gone away from it once, at about three, for as long as it takes to give a saucer of milk to a cat.

          The bell on the desk stood next to his elbow, the small flat one that guests strike with their palm. He was looking at it as he thought this. That was why he could later say with such certainty that nobody had touched it when it rang.

          It was one clear stroke. Monsieur raised his head. On the wall behind the desk hung the old call board, a glass case with a little flag for each of the rooms, which had been out of order since the war and which Madame kept because it was walnut. One of the flags had dropped. It was red, and it trembled a little, as they used to do when somebody far up in the house had pulled a cord and was waiting.

          Anselm put on his jacket. He buttoned it all the way up, took the torch out of the drawer, and found to his surprise that he was not afraid at all. He was only embarrassed, as one is before a guest whom one has kept waiting for a very long time.`,
        ),
      ],
    },
    {
      title: 'The Third Floor',
      chapters: [
        chapter(
          'The Third Floor',
          `There are sixty-six stairs to the third floor of the Vauquelin, and Anselm’s knee knew each of them by name. He could have taken the lift. But the lift made a noise like a man falling downstairs with a tray, and there were people asleep.

          On the first floor somebody was snoring in two voices. On the second there was light under the door of 207, where the commercial traveller wrote letters to his wife which he carried down every morning and threw into the basket by the desk. On the third floor there was nothing. It was the quietest corridor in the house, and he had never asked himself why. A corridor with one empty room in it ought to be exactly one room quieter than the others.

          He put out the torch. There was enough light from the window at the end, where the sign of the chemist’s opposite went green and dark, green and dark.

          The linen cupboard. Then the door. Then 314, in which Mademoiselle Oulianoff had lived since her retirement from the opera and which smelled of violets as far as the stairs.

          The door of 313 was a door like all the others, painted a brown that they had not been able to get again after the war. What was different about it was its handle. The handles of the third floor were of brass, and it was the chambermaids’ sorrow that they tarnished within a week. There had been no cloth on this one for eleven years. It shone.

          Anselm knocked. He had knocked at some thousands of doors in his life and had a knock of his own for it, two short ones, not too loud, a knock that says: it is only me.

          Nothing stirred. But it was not the nothing of an empty room; he had been a porter for too long to be mistaken in that. It was the nothing of somebody who has stopped moving in order to listen.

          “Night porter,” he said softly. “You rang.”

          Somewhere a pipe ticked. Behind him a door opened, and he very nearly put the key through the wall.

          “At last,” said Mademoiselle Oulianoff. She wore a kimono with cranes on it and had her hair in papers. “I have been telling Madame for years that somebody should go and ask. Has he rung?”

          “Who, Mademoiselle?”

          “Well, him.” She pointed with her chin. “He walks up and down. Not often. In October, chiefly. Four steps, turn, four steps. One grows accustomed to it. He has very good shoes.”

          “You never complained.”

          “My dear Anselm, when one has sung the third maid for twenty-six years, one is glad of any neighbour who walks in time.” She drew the cranes more tightly about her. “Tonight he stopped in the middle. Three steps. I sat up in bed. One cannot sleep on three steps.”

          They looked at the door together. The chemist’s sign went green and dark. It struck him that in all these years he had imagined the room either empty or full of something. He had not thought of it as a place where somebody might be in the middle of something.

          “Do you know what he is doing in there?” he asked.

          “Waiting, of course. What else does one do in an hotel?” She laid her small dry hand on his sleeve. “The question is only for whom. Go on. It’s your key.”

          It slid in as though it had been oiled that morning. He felt it turn before he turned it. That was a thing he never told anyone afterwards, because there is no way to say it; but there was a moment when the warmth of the key and the warmth of his hand were the same, and he could not have said on which side of the door he was standing.

          It opened inwards. A line of yellow light fell over his shoes and lengthened across the carpet to the opposite wall. In the middle of it lay the shadow of a man in a hat, with his coat on and a bag in his hand, as one stands when one has just come in or is just about to leave.

          “Good evening,” said the man. His voice was hoarse, like something that has been folded for a long time. “I should like to finish signing the register.”`,
        ),
      ],
    },
    {
      title: 'One Night, Paid in Advance',
      chapters: [
        chapter(
          'One Night, Paid in Advance',
          `His name was André Neuville, and according to him it was still the fourteenth of October. He had arrived at half past nine, in the rain. He had begun to sign, and the lady at the desk had said: let me show you up first, Monsieur, you are wet through. He had set down his bag. He had walked four steps to the window, to see whether he had been followed, and four steps back. And then there had been two short knocks at the door.

          “That was quick,” he said to Anselm. “I’ve only just rung.”

          He was perhaps thirty. Rain stood in beads on the shoulders of his coat. One of them let go as Anselm was looking at it, and ran down, and made a dark spot on the carpet beside eleven years of no dark spots at all.

          Mademoiselle Oulianoff, who had lived through two revolutions and a tenor, was the first to collect herself. “Monsieur will want something hot,” she said, and went to see about it.

          Anselm took the hat and hung it up. It is remarkable what the hands will do. He drew the curtain, turned back the bed and poured water into the glass, and all the while he was working out a sum that would not come right. If the man had walked four steps and four steps back, and she had heard him at it for eleven years, then it was one long walk. He had simply been a very great while about it.

          “By whom was Monsieur followed?” he asked. “If I may.”

          Neuville hesitated. He put the bag on the bed and kept one hand on it. “Do you know what a debt of honour is?”

          “I have been a porter for thirty years. I know what all the other kinds are.”

          That made the young man smile, and with the smile he looked so tired that Anselm moved the chair for him. “I had a friend,” said Neuville. “We did something together. It doesn’t matter now what; nobody was hurt, and some people who had too much had less. He was caught and I was not. He never said my name. They gave him eleven years.” He stroked the leather of the bag with his thumb. “This is his half. I promised to be here on the night he came out, with all of it, not a note missing. Room 313. He chose it himself. He said: it’s a quiet house. You’ll come to no harm there, and neither will the money.”

          “And when,” said Anselm, with great care, “would that night be?”

          “Well,” said André Neuville. “That’s just it. I couldn’t stand the thought of it. Eleven years of it, every day, with that bag under a floorboard, and all the things one might do with it. I’m not a strong man, you see. I know that about myself. I said to the lady downstairs, half as a joke, when she asked for how long: I wish it were only for one night. I wish I could go up, and wash my hands, and he would be at the door.” He looked up. “She was quite serious. She said that that could be arranged. But it had to be paid in advance.”

          The rain had stopped long ago, and one heard it dripping all the same. Anselm thought about Madame Rivaud, who sat in her two rooms behind the kitchen, ninety-four years old and upright, and did the accounts with a pencil on a string. It is not damp, it is not haunted, and it is not your business. It is taken. She had put it as plainly as one can.

          “What did Monsieur pay?” he asked.

          Before Neuville could answer, there was a noise from below. It came up all the sixty-six stairs and along the green carpet, not loud, but perfectly clear: the sigh and the rubber slap of the revolving door, going round once. And after that, steps. They were slow, with a rest between them, as of somebody who has lost the habit of walking straight on for more than a few yards at a time. They crossed the lobby and stopped before the desk.

          The bell rang. It rang in the ordinary manner, under the palm of a hand.

          The young man had risen. He was as white as the pillow. “Is that him?” he whispered.

          And Anselm, who had seen the newspapers of the last weeks, both of them, every night, from the first page to the last, and who had noticed in one of them, quite small, beneath the weather, the name of a man who would be released on Tuesday, said: “I will go and see, Monsieur. Whom shall I say?”`,
        ),
      ],
    },
    {
      title: 'Departure',
      chapters: [
        chapter(
          'Departure',
          `The man at the desk had put his cap on the register, as people do who are used to having nowhere to put things. He was sixty at the least, or else the years had been charged to him double. He turned round when he heard the stairs.

          “I was told to ask for 313,” he said. “I don’t suppose it means anything to you.”

          “On the contrary,” said Anselm. “Monsieur is expected.”

          He had never in his life seen a face do what that face did. It did not light up; it was more as though somebody, far inside, had taken a hand from across it. Then it closed again. “No,” the man said. “That’s kind. But you’ll be mixing me up with someone. I only came because I’d said I would. I thought about it, you see, every day, and for the first years I thought: he’ll be there. And then: he’d be a fool to be there. And in the end I hoped he’d gone to America, with the whole of it, and bought himself a boat.” He took his cap. “Only I had to come past and see that the window was dark. Then I’d know. I could stop.”

          “And was it dark?” asked Anselm.

          The man did not answer. He had come in from the street; he must have stood out there, by the chemist’s, for quite some time. There was green in the wet on his shoulders, and no green, and green.

          They went up on foot. On the landings they rested, and on the second Anselm said that his knee was not what it had been, although it had seldom been better. There was a light under the door of 207. On the third floor Mademoiselle Oulianoff stood in her cranes with a tray, on which there were three cups, and moved aside like a person in the chorus when the principals come on.

          The door was open. The young man stood exactly where Anselm had left him, with his coat on and the bag in his hand.

          For a long moment nobody said anything. One could see them looking for each other. The old man looked for someone who had grown old, and the young one for someone who had not; and their eyes went past one another twice, as people miss each other in a railway station.

          “Paul?” said André Neuville. “What have they done to your hair?”

          The old man laid his hand on the door frame. He felt along it, up and down, as though it were this that wanted explaining. “You haven’t even taken your coat off,” he said.

          “I’ve only just come in.”

          “No,” said Paul slowly. “No, I can see that.”

          Anselm never learned what was said after that, because he took the tray from Mademoiselle Oulianoff, set it down on the table beside the window, and closed the door behind him, without a sound, as it is done. He heard four steps. They were not the same as before. They went only in one direction.

          It was getting light when he came down to the lobby. Madame Rivaud sat behind the desk in his chair, with both hands on her stick. She had not been up at this hour for years. The register lay open before her.

          “Well?” she said.

          “He would like to sign, Madame. A little later.”

          “And the price? Did he complain about the price?”

          “He had not yet begun to tell me what it was.”

          “His thirties,” said Madame. “It was he who proposed it. I only keep the house.” She looked straight in front of her, at the palm and at the weighing machine. “People suppose that one gives up such years as one gives up a seat in a tram. One never gets another one. But he wished to come through it honest, and he did not trust himself to, and so he jumped over. I have thought of it every October. I could not say to this day whether it was cowardly or the reverse.”

          Anselm considered this. He took the cloth and began to wipe the brass plates, which needed no wiping. “He kept the bag shut, Madame,” he said. “I looked at the seal. And he rang. He could have gone on walking up and down. Nobody would have known.”

          She was silent for so long that he thought she had fallen asleep upright, as she sometimes did. Then the old pencil moved. In the column for the departure, opposite the fourteenth of October, she wrote the date of that morning, and drew a line beneath it.

          “Then it can be let again,” said Madame Rivaud. “Have somebody see to the carpet. There is a wet spot by the door.”

          He hung up the key at ten, when the two of them had gone out into the sun, a young man and an old one, each with a hand on the same bag. It hung on its hook among the others with the number facing out. He touched it before he went home. It was quite cold, and that should have been the end of the story; if only, as he put his hand to the revolving door, the little flag in the walnut case had not dropped once more, on the fourth floor this time, where the Vauquelin had no rooms at all.`,
        ),
      ],
    },
  ],
};
