import type { BackendLink } from '../backend.ts'

/** The fields of a message frame that contain its conversation and its position there. */
interface MessageFrame {
  readonly chat?: { readonly ChatSessionID: number; readonly SeqID: number }
  readonly groupchat?: { readonly SeqID: number }
  readonly GroupID?: number
}

/** Finds message frames that a connection gets twice or out of the order of their conversation. */
export class FrameOrder {
  /** A description of each of these frames. */
  readonly wrongFrames: string[] = []

  /** Returns a link that checks the frames of one connection. `name` is used in descriptions. */
  watch(link: BackendLink, name: string): BackendLink {
    /** The highest sequence number that was sent, by conversation. */
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
