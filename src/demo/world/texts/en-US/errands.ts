import type { Errands } from '../../seed-texts.ts'

/** Talk with people one deals with; `a` is the other, `b` the person signed in. */
export const errands: Errands = {
  landlord: [
    [
      'b Hello, the tap in the kitchen has started dripping again',
      'a Hi, thanks for letting me know. Much?',
      'b a glass an hour or so',
      'a I can come by on {day} around {time}',
      'b that works, I’ll be in',
      'a 👍',
    ],
    [
      'a The heating engineer comes on {day}, between nine and noon',
      'b does somebody have to be home?',
      'a Better, yes. Ten minutes at most',
      'b I’ll work from home then',
      'a Very kind, thank you',
    ],
    [
      'a New bins from {day}: green lid for paper, blue for glass',
      'b and the yellow one?',
      'a Nobody knows yet',
      'b I’ll wait for the leaflet 😄',
    ],
  ],
  teacher: [
    [
      'a How did the exercise go?',
      'b the first half fine, the second half I made up',
      'a Creative! Bring both on {day}',
      'b is it ok if I ask a lot of questions',
      'a That is the whole idea 🙂',
    ],
    [
      'b is it possible to move our lesson?',
      'a Sure. What suits you?',
      'b {day} would be great, any time after {time}',
      'a Done, I’ve put you down',
      'b thank you so much',
    ],
    [
      'a For next time: ten sentences about {food}, in the past tense',
      'b I ate, you ate, he regretted',
      'a Exactly the spirit',
      'b see you on {day}!',
    ],
    [
      'b I ordered in Spanish today and got the right thing',
      'a ¡Bravo! What was it?',
      'b {drink}. I pointed a little',
      'a Pointing is a language too',
    ],
  ],
  neighbour: [
    [
      'a A parcel for you landed with me',
      'b oh thank you! was out all day',
      'a No trouble, I’m in until {time}',
      'b I’ll ring in ten minutes',
      'a I’ve just made tea, no hurry',
      'b then I’ll bring biscuits',
    ],
    [
      'a Could you water my pots from {day}? Just the balcony',
      'b of course, key under the frog?',
      'a Under the frog',
      'b where are you off to',
      'a {city}, to see my sister',
      'b enjoy it!',
    ],
    [
      'b was the music too loud last night?',
      'a Not at all, I knew all the songs',
      'b next time come over',
      'a I might, you know',
      'b bring the cake 😄',
    ],
  ],
  shop: [
    [
      'a It’s ready whenever you want to pick it up',
      'b brilliant, that was quick!',
      'a Turned out to be a small thing. We’re open till seven',
      'b I’ll come by at {time}',
      'a See you',
    ],
    [
      'b how much would a new chain be roughly?',
      'a Depends on the parts. Shall I have a look first?',
      'b yes please',
      'a Bring it by on {day}, looking costs nothing',
      'b great, thanks',
    ],
    [
      'a The bell you asked for came in',
      'b the loud one?',
      'a The very loud one',
      'b keep it for me, I’ll be there on {day}',
    ],
  ],
  coach: [
    [
      'a Wall’s free on {day} at {time}, shall I book you in?',
      'b yes! can {name} try as well?',
      'a Sure, shoes are on us',
      'b see you then',
      'a Eat something first this time',
    ],
    [
      'a How are the hands?',
      'b they have opinions',
      'a Rest till {day}, then the easy route',
      'b the green one?',
      'a The green one. No heroics',
    ],
    [
      'a You left your water bottle again',
      'b the one with the stickers?',
      'a It lives here now. It has a shelf',
      'b I’ll visit it on {day}',
    ],
  ],
}
