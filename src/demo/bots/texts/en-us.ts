import type { BotTexts } from '../behaviour.ts'

export const botTexts: BotTexts = {
  echoes: [
    '“{text}” – exactly what I was thinking',
    '{text}… {text}…',
    'Did you say “{text}”? Yes. {text}.',
    '{text} ✨',
    'I’ll say it louder: {text}!',
    'and I quote: {text}',
    '{text}? {text}.',
  ],
  echoOfSilence: '…echo echo echo',
  topics: [
    {
      words: ['hi', 'hello', 'hey', 'morning', 'evening'],
      answers: [['hello you 👋'], ['oh hi! good timing, I just sat down'], ['hey! how’s your day been?']],
    },
    {
      words: [
        'food',
        'eat',
        'eating',
        'dinner',
        'lunch',
        'breakfast',
        'hungry',
        'cook',
        'cooking',
        'pizza',
        'soup',
      ],
      answers: [
        ['I had soup today. The good kind, with too much pepper'],
        ['now I’m hungry too', 'thank you very much'],
        ['the place by the station has dumplings again on Thursdays'],
      ],
    },
    {
      words: ['weather', 'rain', 'raining', 'sun', 'sunny', 'snow', 'cold', 'hot', 'wind'],
      answers: [
        ['it’s been grey here all day, but the kind of grey you can work with'],
        ['I left the umbrella at home, so it will certainly rain'],
        ['my window says sun, my knee says rain. I trust the knee'],
      ],
    },
    {
      words: ['work', 'office', 'meeting', 'boss', 'job', 'busy'],
      answers: [
        ['three meetings today, one of them about meetings'],
        ['take a break. really. tea, window, five minutes'],
        ['busy here too, but the end is in sight'],
      ],
    },
    {
      words: ['weekend', 'saturday', 'sunday', 'holiday', 'trip', 'travel', 'walk'],
      answers: [
        ['I’d like to see the sea again'],
        ['the path along the canal is lovely right now'],
        ['no plans yet. that is the plan'],
      ],
    },
    {
      words: ['film', 'movie', 'series', 'book', 'music', 'song', 'read', 'reading'],
      answers: [
        ['I’m in the middle of a book about lighthouses', 'nothing happens and I can’t stop'],
        ['I always fall asleep before the end, so for me they all end well'],
        ['tell me the title, I’ll put it on the list'],
      ],
    },
    {
      words: ['cat', 'dog', 'cats', 'dogs', 'pet', 'bird'],
      answers: [
        ['please send a picture. it’s important'],
        ['the neighbour’s cat has moved in with us on weekdays'],
      ],
    },
    {
      words: ['thanks', 'thank', 'cheers'],
      answers: [['any time 💛'], ['you’re very welcome'], ['don’t mention it']],
    },
    { words: ['sorry'], answers: [['no harm done at all'], ['don’t worry about it, really']] },
    { words: ['bye', 'goodnight', 'later'], answers: [['bye! take care'], ['see you soon 👋']] },
  ],
  toQuestions: [
    ['good question. I’d say yes, but ask me again tomorrow'],
    ['hm. what would you do?'],
    ['I honestly don’t know, but I’d like to'],
    ['probably. most things work out when you sleep on them'],
  ],
  toAnything: [
    ['I like how you put that'],
    ['that sounds about right'],
    ['tell me more'],
    ['I was just thinking the same on the stairs'],
    ['ha, true'],
    ['let me write that down'],
  ],
  slowBeginnings: ['So.', 'I’ve thought about it:', 'Sorry for the wait.', 'Well,'],
  chatter: [
    ['guess what', 'I found a coin from 1962', 'in the sofa!!', 'it’s not even our sofa'],
    ['I’m on the bus', 'the driver is singing', 'quite well actually'],
    ['quick poll', 'socks in sandals', 'yes or no', 'asking for my brother'],
    ['the bakery is giving away yesterday’s rolls', 'I have eleven', 'want some?'],
    ['do you know that feeling', 'when you walk into a room', 'and', 'what was I going to say'],
  ],
  bubbling: [
    ['oh!', 'wait'],
    ['haha', 'ok ok'],
    ['YES'],
    ['hang on', 'I’m typing'],
    ['omg', 'ok so'],
    ['listen'],
  ],
  captions: [
    'just now, from the window',
    'five minutes, with my eyes half closed',
    'the light was gone before I was done',
    'hills again. I can’t help it',
    'blue hour',
    'a lake that isn’t there',
    'I used up the last of the yellow',
  ],
  application: 'Finn from the boat trip here!',
  greeting: [
    'you said yes! 🎉',
    'it’s Finn, the one who dropped the sandwich in the lake',
    'how have you been?',
  ],
  groupApplication: 'Zoe says it’s fun here',
  groupGreeting: ['thanks for letting me in 👋', 'what did I miss?'],
  groupTopics: [
    ['who’s up for a walk by the canal on Sunday?'],
    ['the market had figs today. actual figs'],
    ['has anyone seen my green umbrella?'],
    ['I’m making too much soup again', 'come and get some'],
    ['film night soon? I’ll bring the projector'],
    ['does anyone here know how to fix a squeaky door'],
    ['first swallows of the year, right above the house'],
  ],
  invitationAnswer: ['thanks for the invite, I’m in 🙌'],
}
