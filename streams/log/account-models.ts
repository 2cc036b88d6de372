import type { AccountState } from '#domain/commands/command.ts'
import type { ApplicationsState, FriendsState } from '#domain/contacts/contacts-projection.ts'
import type { ConversationsState } from '#domain/conversation/conversation-state.ts'
import type { UserId } from '#schemas/ids.ts'
import type { ProfileFacts } from '#schemas/log/events.ts'
import type { ReportPort } from '../ports.ts'
import {
  applicationsProjection,
  conversationsProjection,
  friendsProjection,
  profileProjection,
} from '../projections/account-projections.ts'
import { loadReadModel } from '../projections/read-model.ts'
import type { AccountStorage } from '../storage/storage.ts'
import type { FoldStep, LogTail } from './log-tail.ts'

/** The read models that an account holds in memory whole. */
export interface AccountModels {
  readonly states: {
    conversations(): ConversationsState
    friends(): FriendsState
    applications(): ApplicationsState
    profile(): ProfileFacts | undefined
  }
  accountState(): AccountState
  /** The last stored segment folded into all of them. */
  foldedTo(): number
  fold(step: FoldStep): void
  /** Folds the rest of the log; rejects when the storage cannot be read. */
  follow(tail: LogTail): Promise<void>
  /** Writes what changed, each model in its own transaction; stops at the first that fails. */
  write(storage: AccountStorage): Promise<void>
}

/** Loads the stored models, as far as they go. */
export async function loadAccountModels(
  self: UserId,
  storage: AccountStorage,
  report: ReportPort,
): Promise<AccountModels> {
  const onBroken = (model: string) =>
    report.fault({ kind: 'log.model', detail: `${model}: broken row, rebuilding` })
  const [conversations, friends, applications, profile] = await Promise.all([
    loadReadModel(storage, conversationsProjection(self), onBroken),
    loadReadModel(storage, friendsProjection, onBroken),
    loadReadModel(storage, applicationsProjection, onBroken),
    loadReadModel(storage, profileProjection, onBroken),
  ])
  const all = [conversations, friends, applications, profile]
  const foldedTo = () => Math.min(...all.map((model) => model.foldedTo()))
  const fold = (step: FoldStep) => {
    for (const model of all) model.fold(step)
  }

  return {
    states: {
      conversations: conversations.state,
      friends: friends.state,
      applications: applications.state,
      profile: profile.state,
    },
    accountState: () => ({ conversations: conversations.state(), applications: applications.state() }),
    foldedTo,
    fold,
    async follow(tail) {
      for (;;) {
        const segments = await tail.read(foldedTo())
        if (segments.length === 0) break
        for (const segment of segments) fold(segment)
      }
      for (const step of tail.inMemory()) fold(step)
    },
    async write(storage) {
      for (const model of all) await model.write(storage)
    },
  }
}
