/** An answer of one or several messages in a row. */
export type Answer = readonly [string, ...string[]]

/** A topic, recognised by words in the message. */
export interface Topic {
  /** In lower case. One match is enough. */
  readonly words: readonly [string, ...string[]]
  readonly answers: readonly [Answer, ...Answer[]]
}

/** All texts of the bots in one language. */
export interface BotTalk {
  /** Templates of the echo, with `{text}`. */
  readonly echoes: readonly [string, ...string[]]
  /** The echo's answer to a message without text. */
  readonly echoOfSilence: string
  readonly topics: readonly [Topic, ...Topic[]]
  /** Answers to a question without a known topic. */
  readonly toQuestions: readonly [Answer, ...Answer[]]
  /** Answers to anything else. */
  readonly toAnything: readonly [Answer, ...Answer[]]
  /** Beginnings of the slow bot's answers. */
  readonly slowBeginnings: readonly [string, ...string[]]
  /** Messages that the chatterbox starts with. */
  readonly chatter: readonly [Answer, ...Answer[]]
  /** Messages of the chatterbox before its answer. */
  readonly bubbling: readonly [Answer, ...Answer[]]
  /** Captions of a picture. */
  readonly captions: readonly [string, ...string[]]
  /** The newcomer's application, and its greeting after it was accepted. */
  readonly application: string
  readonly greeting: Answer
  /** The application to join a group. */
  readonly groupApplication: string
  /** The first messages in a group that the bot has joined. */
  readonly groupGreeting: Answer
  /** Messages that start a conversation in a group. */
  readonly groupTopics: readonly [Answer, ...Answer[]]
  /** The message after accepting an invitation to a group. */
  readonly invitationAnswer: Answer
}
