import { call, callAs, telCode } from './people.mjs'

/** Answers a client may get when it asks too much or wrongly; 9 is a fault of the server. */
const isFault = ({ Code }) => Code === 9
const times = (count, run) => Promise.all(Array.from({ length: count }, (_, index) => run(index)))
const wrongOf = (answers, isWrong, what) => {
  const wrong = answers.filter(isWrong)
  return wrong.length === 0
    ? []
    : [`${wrong.length} of ${answers.length} ${what}: ${JSON.stringify(wrong[0]).slice(0, 200)}`]
}

/**
 * Each attack: the ms within which others must be answered (99th percentile), how many requests it makes, and `run`,
 * which resolves with what the server did wrong.
 */
export const attacks = [
  {
    name: 'pages of the longest messages',
    limit: 250,
    count: 200,
    shortCount: 100,
    run: async ({ url, attacker, conversation }, count) =>
      wrongOf(
        await times(count, () =>
          callAs(url, attacker, '/GetChatData', { ChatSessionID: conversation, Status: 2 }),
        ),
        (answer) => isFault(answer) || JSON.stringify(answer).length > 300_000,
        'pages failed or were too large',
      ),
  },
  {
    name: 'the fullest collections',
    limit: 250,
    count: 25,
    shortCount: 10,
    run: async ({ url, friend }, count) =>
      wrongOf(await times(count, () => callAs(url, friend, '/GetCollects')), isFault, 'lists failed'),
  },
  {
    name: 'sign-ins with wrong passwords',
    limit: 200,
    count: 250,
    shortCount: 100,
    run: async ({ url }, count) =>
      wrongOf(
        await times(count, (index) =>
          call(
            url,
            '/PhoneLogin',
            { Phone: `16${String(index).padStart(9, '0')}`, TelCode: telCode, Password: 'guess it' },
            '203.0.113.99',
          ),
        ),
        (answer) => isFault(answer) || answer.Code === 0,
        'sign-ins failed or got in',
      ),
  },
  {
    name: 'password changes',
    limit: 200,
    count: 150,
    shortCount: 60,
    run: async ({ url, attacker }, count) =>
      wrongOf(
        await times(count, (index) =>
          callAs(url, attacker, '/UpdatePassword', { Password: `password ${index}` }),
        ),
        isFault,
        'changes failed',
      ),
  },
]
