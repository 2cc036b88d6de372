import type { BackendLink } from '../backend.ts'

/** The fields of a message frame that tell its place. */
interface MessageFrame {
  readonly chat?: { readonly ChatSessionID: number; readonly SeqID: number }
  readonly groupchat?: { readonly SeqID: number }
  readonly GroupID?: number
}

/** Watches that a connection gets the messages of a conversation once each and in their order. */
export class FrameOrder {
  readonly wrongFrames: string[] = []

  watch(link: BackendLink, name: string): BackendLink {
    /** By conversation. */
    const lastSequence = new Map<string, number>()
    return {
      close: (code) => link.close(code),
      send: (text) => {
        if (/^\{"Cmd":"(?:Chat|GroupChat)"/.test(text)) {
          // Written by the server, whose frames the wire tests check.
          const { chat, groupchat, GroupID } = JSON.parse(text) as MessageFrame
          const conversation = chat ? `direct ${chat.ChatSessionID}` : `group ${GroupID}`
          const sequence = (chat ?? groupchat)?.SeqID ?? 0
          const last = lastSequence.get(conversation) ?? 0
          if (sequence <= last)
            this.wrongFrames.push(`${name} got ${sequence} of ${conversation} after ${last}`)
          lastSequence.set(conversation, Math.max(last, sequence))
        }
        link.send(text)
      },
    }
  }
}
