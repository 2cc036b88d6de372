import type { SeedTexts } from '../../seed-texts.ts'

const recipe = `ok here it is, the whole recipe, as she told it to me:

1. two onions, chopped, slowly, in more butter than feels right
2. when they are golden (GOLDEN, not brown) add three cloves of garlic
3. a spoon of flour, stir until it smells of biscuits
4. half a litre of stock, bit by bit
5. a bay leaf, which nobody ever finds again
6. 300 g mushrooms, fried in another pan until they stop squeaking
7. mushrooms into the sauce, lid on, lowest flame
8. lay the table
9. call everyone
10. call everyone again
11. a splash of cream, pepper, no more salt, really
12. noodles, the wide ones, two minutes less than the packet says
13. noodles into the pan, not the other way round
14. parsley
15. wait five minutes though nobody wants to
16. eat
17. somebody else washes up
18. if there is anything left, it is better tomorrow
19. there is never anything left`

const story = `right, so you want the whole story of the move.

We had the van from eight. At eight it rained, not much, just enough that everything cardboard went soft. {name} had promised to come with two strong friends and came with one friend and a guitar.

The sofa went in first because it was next to the door, which we learnt is exactly wrong: what goes in first comes out last, and until midnight there was nowhere to sit.

Then the stairs. Old place: ground floor. New place: fourth, no lift, and a landing that turns just where the wardrobe does not. We took the doors off. We took the back off. In the end it went up over the balcony on two ropes, with the whole street giving advice.

The piano teacher from the second floor made tea for everybody and knew a song for every piece of furniture.

At six we had it all up. At seven we noticed the fridge was still in the van. At eight it was in the kitchen, at nine it hummed, at ten we ate cold beans out of the tin, on the floor, by the light of a bicycle lamp, and I swear it was the best dinner of the year.

The keys to the old flat are still in my pocket. I will bring them back tomorrow. Today I am only going to lie here and look at the ceiling, which is very high and very white and ours.`

export const messageTemplates: SeedTexts['messageTemplates'] = {
  openers: ['hey', 'hey you', 'morning!', 'are you there?', 'hi hi', 'so', 'ok listen', 'psst', 'hello 👋'],
  reactions: [
    'haha',
    '😂',
    '👍',
    '❤️',
    'lol',
    'true',
    'exactly',
    'oh wow',
    '🙌',
    'fair enough',
    'nice',
    'hm',
    '😅',
    'same',
    'okay!',
    '💛',
    'brilliant',
  ],
  monologues: [
    [
      'so I’m at {place}',
      'and you won’t believe it',
      'they have {food}',
      'the good kind',
      'shall I get you some?',
      'ok I’m getting you some',
      'it’s in the bag 😇',
    ],
    [
      'quick thing',
      'are you free on {day}?',
      'around {time} maybe',
      'no pressure',
      'but it would be lovely',
      '🙂',
    ],
    [
      'I’ve been thinking about what you said',
      'you’re right, I should just ask',
      'worst case they say no',
      'and then at least I know',
      'thank you for listening yesterday 💛',
    ],
    [
      'did you take your umbrella?',
      'it’s about to pour here',
      'like really pour',
      'never mind, it’s sunny again',
      'what a day',
    ],
    [
      'I sent the form',
      'they want one more signature though',
      'second page, at the bottom',
      'could you do that today?',
      'sorry for the trouble',
    ],
    [
      'news!!',
      'call me when you can',
      'good news, don’t worry',
      'ok I can’t wait',
      'I GOT IT 🎉',
      'I start on the first',
    ],
  ],
  long: [
    [
      'a did you ever get the mushroom recipe from your aunt?',
      `b ${recipe}`,
      'a this is the best thing I’ve read all week',
      'b step 15 matters most',
    ],
    [
      'a how was the move?? you went all quiet',
      `b ${story}`,
      'a I laughed, I cried, I’m coming over with chairs',
    ],
  ],
  links: [
    [
      'a here’s the map for {day}: https://example.org/walks/mill-loop',
      'b looks lovely, how long?',
      'a twelve kilometres, mostly flat (https://example.org/walks/profile?id=12)',
      'b mostly',
      'a one hill. a friendly one',
    ],
    [
      'a tickets are here: https://tickets.example.com/evening/42',
      'b bought two, row {number}',
      'a you’re fast',
      'b and www.example.net/menu for dinner before',
    ],
  ],
  rightToLeft: [
    'a how do I say thank you to Noor’s mum in Arabic? I want to write it on the card',
    'b شكرًا جزيلًا على كل شيء، كانت الأمسية جميلة 🌙',
    'a beautiful. which end do I start from',
    'b from the right. take your time',
  ],
  pictures: [
    [
      'a look where I am',
      'a [picture]',
      'b wow, is that near {place}?',
      'a no, {city}! we got up at four for it',
      'b worth it',
    ],
    [
      'a painted this on the train',
      'a [picture]',
      'b the colours!!',
      'a keep it if you like',
      'b it’s going on the wall',
    ],
  ],
  album: [
    'a the view from up there',
    'a [picture]',
    'a [picture]',
    'a [picture]',
    'a [video]',
    'b I can smell the air from here',
    'a next time you’re coming along',
  ],
  disappearing: [
    'these vanish after reading, right?',
    'so: the surprise is on {day}',
    '{time} at {place}, not a word to {name}',
  ],
  posts: [
    'New on the shelf this week: novels from {city}, a history of kitchens, and three very thick books about birds.',
    'Reading aloud for children on {day} at {time}. Cushions are provided, crumbs are forgiven.',
    'The reading room closes an hour earlier on {day}; the lifts are being serviced.',
    'Book repair workshop on {day}. Bring one patient with a broken spine.',
    'Found in returned books this month: a train ticket, a pressed clover, a shopping list that says only “{food}”. Ask at the desk.',
    'Our language cafés go on: Spanish on {day}, sign language the day after. Beginners are warmly welcome.',
    'Board game evening at {time}. The dragon has been found, the set is complete again.',
    'Please return the atlas of clouds. Someone is waiting for it and keeps looking at the sky.',
    'The seed library is open: take a packet, bring back seeds in autumn.',
    'Author talk on {day}: how to write about food without getting hungry. There will be {food} afterwards.',
    'We have {number} new audiobooks for long train journeys.',
    'Thank you! The sale brought in enough for a new story corner. See it from {day}.',
  ],
  drafts: [
    'I’ll tell you the rest when',
    'could you maybe',
    'dear Mr Doyle, about the tap',
    'happy birthday in advance! I',
    'so what I actually wanted to say is',
  ],
  signatures: [
    'out for a walk',
    'slow to answer, quick to laugh',
    'tea first',
    '',
    'learning the accordion, sorry',
    'here most evenings',
    '',
    'on the train',
    'soup season',
  ],
  applications: [
    'Sandra from pottery class 🙂',
    'Kofi, we met at the quiz night',
    'Elsie from no. 9, hello dear',
  ],
}
