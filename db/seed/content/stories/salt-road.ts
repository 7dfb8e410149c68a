import { chapter } from '../prose.ts';
import type { StorySource } from '../types.ts';

export const saltRoad: StorySource = {
  slug: 'the-salt-road',
  creator: 'idris',
  title: 'The Salt Road',
  description:
    'Forty days from the mines to the river, four hundred camels, and one girl who talks too much. Tin walks the road her grandmother walked, to buy back a name that was traded for a camel.',
  publicationType: 'novel',
  format: null,
  rating: 'all',
  genre: 'historical',
  language: 'en',
  tags: ['Sahara', 'caravan', 'grandmother', 'names', 'journey'],
  pricing: { type: 'first_free', freeCount: 2, price: 20 },
  figures: { subscribers: 13355, views: 166373, likes: 7813 },
  pace: { latestDaysAgo: 4, everyDays: 7, time: '18:00', continues: true, pause: { after: 1, days: 56 } },
  parts: [
    {
      title: 'The Better of the Two',
      chapters: [
        chapter(
          'The Better of the Two',
          `My grandmother traded her name for a camel and always said the camel was the better of the two. It had one white foot and a temper, and it carried her out of the desert when eleven others lay down. Nobody had ever done as much for her name.

          “Names are light,” she used to say. “You can carry any number of them. Try that with water.”

          We never knew what she had been called before. In our house by the river she was Grandmother, and for the neighbours she was the Salt Woman, because she had come in with the winter caravan, sixty years ago, walking beside the last camel with one hand on its neck. She had been as old as I am now. She had with her a waterskin, a slab of salt with a crack through it, and not one single word to say about herself. The women asked her who her people were. She said: “The tall one here is called Stubborn.” And that was the camel.

          I am the opposite of her. I have been told so all my life. My name is Tin, I have two brothers who cannot finish a sentence when I am in the room, and I talk when I am happy, when I am afraid and when I am asleep. My mother says that I was born with the words of two people. She looks at Grandmother when she says it.

          This spring Grandmother began to mislay things. First it was the spoon, then the way to the well. One morning she stood in the doorway with her shawl on, and looked at the road that goes north past the tamarisks, and said, quite clearly, in a voice that I had never heard: “They’ll be loading soon. He said he’d keep it for me.”

          “Who will, Grandmother? Keep what?”

          She looked at me as if I were the one who was being slow. “My name,” she said. “I’ll want it back, now. You can’t go and die as Grandmother. There’s such a lot of those. They’d never find me.”

          It was a joke; at least my brothers laughed. But I sat awake that night, and thought about it, and for once I did so without saying anything. If I lost my name I should want someone to go and fetch it. It seemed a small thing to ask. It was only forty days there and forty days back.

          So when the autumn caravan was made up on the sandbank behind the market, four hundred camels strong, with millet and cloth and bad temper, I went to see the leader. He was called Old Mokhtar, and he was mending a saddle. I told him everything. I told him about the spoon and the well, and how good I was with animals, and that I ate little and never fell ill, that I could cook, count and sing, and knew eleven stories that took a whole night each.

          He let me finish. It took some time. Then he bit off his thread.

          “How long can you be silent?” he asked.

          “As long as you like.”

          “We’ll see.” He nodded towards the north, where beyond the last thorn tree the light already trembled. “There’s a place on the road, nine days in, where the dunes sing. If anyone speaks there, the caravan loses its way. I don’t know why. My father didn’t know why. It’s half a day’s march, from the red rock to the white. You go through without a word, and I’ll take you to the mines. One word, one, and you’ll ride home on a donkey with the first herdsman we meet.”

          “And if I sneeze?”

          “God is merciful as to sneezes,” said Old Mokhtar.

          I ran the whole way home. Grandmother was sitting against the wall, in the last of the sun, beside the place where Stubborn used to be tied. The camel had been dead these thirty years. The post was still there. It had been rubbed by its neck until it shone, and she had her hand on it.

          “I’m going to fetch it,” I said. “Your name. Who is it that has got it? What does he look like? What shall I ask for?”

          She thought hard. I could see it go by behind her eyes, one shape after another, like a train of camels in the evening, far off. “He’ll have grown,” said my grandmother finally. “But he had a very nice way of not asking.”

          And that was all I had to go by, when I went into the desert, together with a waterskin, a shawl, and a piece of salt with a crack through it, which she had taken from under her pillow and pressed into my hand.`,
        ),
      ],
    },
    {
      title: 'From the Red Rock to the White',
      chapters: [
        chapter(
          'From the Red Rock to the White',
          `For eight days I talked. I talked with the drivers and the drivers’ boys. I talked with the camel I had been given to lead, a young one called Almost, because he was almost tall and almost obedient. At night when we lay in a ring around the fires, I told the eleven stories, and when I had told them I put their ends on each other’s beginnings and told another eleven. The men began to sit where they could hear me without it looking as though they did.

          Only one never came. He was a salt cutter, on his way home to the mines, older even than Mokhtar, and he walked at the tail of the caravan where the dust is. They called him Uncle. He had a back bent to a right angle, so that he saw nothing of the desert but what was directly in front of his feet. I had offered him half my stories already, and he had thanked me and said that he was saving them.

          On the ninth morning Old Mokhtar held up his stick. Before us there stood a rock as red as a cut melon, and beyond it the dunes began. I had never seen any like them. They were high and narrow, and each had a crest like the back of a knife, from which the sand was smoking.

          “Stop up the bells,” he said.

          They went from animal to animal and stuffed wool into the bells. They tied down whatever rattled. The boys grinned at me and laid their fingers on their lips. I grinned back. Then we passed the red rock, and I shut my mouth, and at once I had so much to say that I thought my teeth would fly out.

          I had not known what it is like. All my life the words had gone out of me like people out of a house on a feast day. Now the door was shut, and they all stood in the hall. I noticed that the shadows were blue, and could not say it. I noticed that Almost had a tick behind his ear, that I was thirsty, that the third driver limped, that I was afraid. It went round and round. I bit the end of my shawl.

          And then the dunes began to sing.

          It started under the feet. It was deep, deeper than any drum, and it rose up through my knees until my ribs hummed. A slope on our left had begun to slide, slowly, like cream off a spoon, and it was this that sang; and then the next one answered. The camels laid back their ears. I saw Mokhtar at the head of the line, small as a nail, walk on with his stick, and after him, one by one, four hundred beasts went into that sound as one goes into water.

          After an hour I no longer knew whether I was hearing it or thinking it. It made words. I suppose that is the danger of the place. It said *Tin*, in my mother’s voice, and I all but turned. It said *here*, and *wait*, and *who’s there?* And it struck me that a person who has the habit of answering could be led anywhere at all by such a voice, merely out of politeness.

          I was holding Almost by the halter. I could see his white breath of dust, and the tail of the animal before him, and that was all. And suddenly I understood that I had been left alone with something which had always been there, beneath the talking, and which I had taken great care never to meet. I will not make it greater than it was. It was only myself. She was smaller than I had thought, and had very attentive eyes.

          It went on until the sun stood in the west. Then a paleness grew in front of us. It was a white rock, and against it sat Old Mokhtar with his legs stretched out, and counted us in. When I came up he raised his eyebrows. I opened my mouth.

          Nothing came. It was not that I could not. I looked for a word that was worth it, and did not find one straight away.

          “Well, well,” said Mokhtar.

          That evening I sat at the edge of the fire. The boys begged for a story, and I said: tomorrow. After a while somebody let himself down beside me, slowly, with a hand on the ground, as one lowers a load. It was Uncle. From close by I saw that his eyes were blue with age, like the shadows.

          “I once knew another that came through there without a word,” he said to the sand between his feet. “A girl. She was about as big as you. Only with her it was the other way round. She’d never talked at all, and on the far side of it, at the white rock, she turned to me and told me everything. It took the whole night long. Then she said: keep that for me. I’ll come back for it.”

          I took the salt out of my shawl and held it out to him, low down, where he could see it. He did not touch it. He only put his head on one side, a little, in order to look along the crack, and he had, I noticed, a very nice way of not asking.`,
        ),
      ],
    },
    {
      title: 'What He Had Kept',
      chapters: [
        chapter(
          'What He Had Kept',
          `“She’s well?” said Uncle, when it was light and we were walking again. He said it in such a way that one could also have taken it for a remark about the weather.

          “She mislays things,” I said. “She has mislaid the spoon and the well. She would like her name back before it’s the turn of something that matters.”

          He nodded. It cost him some trouble, with that back. We walked for a good while at the tail of the caravan, in the dust, and I asked nothing. I should never have believed how much one learns in that manner.

          “There were eleven dead camels,” he began, about noon. “You’ll have heard about them. But nobody tells you that there were people with the camels. It was her father’s caravan. Eighty beasts, and her whole family: uncles, brothers, two aunts with their looms. They were proud people. They had a name that one knew from the mines to the river. When they came to a well, the others waited.”

          They had quarrelled with the guide, he said. It was about the price; it was a matter of two slabs of salt. Her father had said that a man with such a name needed no guide, and had gone on ahead into the singing dunes with bells on all the camels and his voice raised, so that everyone should hear who it was that was coming.

          “We found her at the white rock. I was fourteen, I was with the next caravan, nine days behind. She sat there with her hand on the neck of a camel with one white foot. All the others lay in there.” He pointed backwards with his thumb, over his shoulder, and did not turn. “They had answered, you see. They were people who always answered when they heard their name. And it called them very nicely, one after the other. She’d been the youngest. Nobody had ever called her much. So she’d stayed where she was, with a fist in the animal’s wool, and hadn’t said a word.”

          Almost blew softly through his nose. I put my own hand in his wool. It was quite warm.

          “The camel was ours by rights,” said Uncle. “Found beast, found salt, that’s how it’s reckoned on the road. My father wanted to sell it. She hadn’t anything to buy it with. She’d a slab of salt with a crack through it, and that’s worth nothing, for it breaks. So in the night she came over to me. I had the watch. And she told me who she was, every bit of it, with her father’s fathers back to the one who’d dug the first well. It was a name as long as from here to that hill. And she said: that’s all I’ve got, and I don’t want it any more. It kills people. Will you take it for the camel?”

          “And what did you say?”

          “I said yes, of course. I was fourteen. She’d very attentive eyes.” He walked on for a bit. “I got a beating in the morning. My father asked me what I had been given for a camel that was worth thirty slabs, and I said: I can’t tell you. It isn’t mine, I’m only keeping it.”

          We could see the mines by then. There was not much to see: a plain as white as a plate, and small grey heaps on it, and in the heat above it everything hung upside down a second time. I thought of the sixty years. He had cut salt there all that time, in a pit, on his knees, slab after slab, until he could no longer stand up straight. It had been in his keeping all along. I do not know why I had imagined that a name needed no room.

          “Weren’t you ever tempted to use it?” I asked. “If it was so good. If people waited at the wells.”

          “Now and then I said it over,” Uncle admitted. “In the evening. Not aloud. Merely so that it shouldn’t get stiff.” And after a time, because I was silent and he was not used to it from me: “I never married. It wasn’t on account of that. But it’s not so easy to bring somebody into a house, where there’s another person’s whole family in there already, with the aunts.”

          I laughed. I could not help it, and he made a dry sound that may have been the same thing. In front of us the drivers were untying the wool from the bells. One after another they began to ring, as the long line came out onto the salt: four hundred of them, all the way to the front, where Old Mokhtar walked with his stick.

          “You’d better tell it to me, then,” I said. “I’ll carry it back to her. I’ve a good memory, and there’s plenty of room. You’d not believe how much has been cleared out.”

          Uncle stood still. He set down his bundle. Then, with one hand against the camel’s shoulder, and slowly, as if it were a thing that he had to lift out from the bottom of a pit, he straightened himself a finger’s breadth, and another, until for the first time I saw his face from the front.

          “No,” he said. “That’s not how it was agreed. She said she would come for it. But she can’t, so I’ll have to bring it.”`,
        ),
      ],
    },
    {
      title: 'The Post by the Wall',
      chapters: [
        chapter(
          'The Post by the Wall',
          `It takes forty days from the mines to the river, if you are a caravan. If you are an old man with a bent back, a girl, and a camel called Almost with two slabs on either side, it takes fifty-three. Mokhtar waited for us as long as he could. After that he left us waterskins at the places that he knew of, each with a stone on it, and on every stone he had scratched a mouth with a line through it. It was the only joke I ever knew him to make.

          I have told many stories about this road since then, and in most of them there are robbers. There were none. There was the cold at night, and the wind, and one day when we did not find the stone. We shared what was left, and Uncle gave his to the camel, and said that he was not thirsty, he had never got into the way of it. Towards evening Almost put up his head. He pulled the halter out of my hand and went off at an angle, over a ridge, and there it lay. He had become quite tall by then. I think it was that night that we struck off the Almost and began calling him Nearly, and by the river he was simply called the Camel.

          At the white rock we rested for a day. Uncle stuffed wool in the one bell.

          “Will you manage it?” he asked me.

          “I’ll manage it,” I said. “Will you?” For I had seen how his lips moved. He was saying it over. He had done so all the way, in the mornings and the evenings, and the nearer we came, the more often.

          He did not answer. He only gave me the end of the rope to hold. And so we went in, and the dunes sang, and called; they called her whole family by name, all eighty beasts and the aunts, one after the other. I saw it go through him each time like a wind through a tent. He knew them all, of course. He was the only one left in the world who could have answered.

          He walked with his head down, and with both his hands in the wool.

          When we came to the tamarisks it was market day. The children ran beside us and shouted that the Salt Woman’s girl was back, and that she was not saying anything, and that she must be ill. My mother came out with flour up to her elbows. I held her for a long time. Then I asked, and she pointed.

          She was sitting by the wall. They had put a cushion behind her. She had grown small, this autumn, as fruit does; her hand lay upon the post, on the shiny place, and she was looking at the road. She looked at me in a friendly way. I saw that I was one of the things that she had mislaid.

          “There is somebody with me,” I said.

          Uncle had stopped at the corner of the house. He had taken off his head cloth and was holding it before him. I do not believe that he had been so frightened in the dunes. He came across the yard with small steps, and let himself down on the ground beside her, with one hand against the wall, and as he was bent the way he was, and she was sitting as she sat, their faces came to be at exactly the same height. It was as though sixty years of salt had been cut for no other purpose.

          She considered him. “You’ve grown,” said my grandmother.

          “A little,” he said. “It’s gone down again since.”

          “Have you still got it?”

          “All of it.”

          He leaned over and put his mouth to her ear. I was standing near enough, and could have listened. I had walked ninety-three days for the sake of it. I went over to the Camel instead, tied him to the post, and loosened the girth. Behind me it went on for a long time, quite low, a murmuring with many knots in it, father and father’s father, back to the one who dug the first well. The sun was going down on the river. Somebody in the neighbourhood was baking bread.

          When I turned round, he was silent, and she sat bolt upright. I have never seen anybody look so much like herself. “Yes,” she said. “That was it.” She tried it, under her breath; she turned it this way and that, the way one holds a dress up to oneself that one wore as a girl. Then she laughed and shook her head. “What a lot of it there is,” said my grandmother. “It’s a good thing I had the camel.”

          She died in spring, under her own name. It is on the stone, all of it; the mason had to write very small. Beside it there is a second one, a short one, since he had no more than that: it says Uncle, and beneath it, for I insisted upon it, and I am someone who can talk: *He kept it.*

          I have the salt. It has not broken to this day. It only has a crack through it, and when one holds it to the light, one can see that it goes from one edge to the other, like a road.`,
        ),
      ],
    },
  ],
};
