import { connect } from 'node:net'
import type { LoadClient, LoadHandlers } from './load-client.ts'

const openStream =
  "<stream:stream to='localhost' xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' version='1.0'>"

export interface XmppUser {
  /** The name of this user and of the one who gets the messages. */
  readonly name: string
  readonly peer: string
  readonly isNew: boolean
}

/**
 * Connects to an XMPP server on this machine without TLS, signs in, and resolves once messages flow. XMPP acknowledges no
 * message, so that `taken` is never called. A new user is registered first.
 */
export async function connectXmpp(
  port: number,
  { name, peer, isNew }: XmppUser,
  text: string,
  handlers: Pick<LoadHandlers, 'received'>,
): Promise<LoadClient> {
  const socket = connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  let buffered = ''
  let waiting: { readonly end: RegExp; readonly resolve: () => void } | undefined
  let take = () => {
    if (!waiting?.end.test(buffered)) return
    buffered = ''
    waiting.resolve()
  }
  const failed = new Promise<never>((_, reject) => {
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('an XMPP server closed a connection')))
  })
  failed.catch(() => undefined)
  socket.on('data', (data) => {
    buffered += data.toString()
    take()
  })
  const exchange = (request: string, end: RegExp) => {
    const answered = new Promise<void>((resolve) => {
      waiting = { end, resolve }
    })
    socket.write(request)
    return Promise.race([answered, failed])
  }
  const secret = Buffer.from(`\0${name}\0secret`).toString('base64')
  await exchange(openStream, /<\/stream:features>/)
  if (isNew)
    await exchange(
      `<iq type='set' id='register'><query xmlns='jabber:iq:register'><username>${name}</username><password>secret</password></query></iq>`,
      /<iq [^>]*type=['"]result['"]/,
    )
  await exchange(
    `<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>${secret}</auth>`,
    /<success/,
  )
  await exchange(openStream, /<\/stream:features>/)
  await exchange(
    "<iq type='set' id='bind'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/></iq>",
    /<iq [^>]*type=['"]result['"]/,
  )
  await exchange(
    "<iq type='set' id='session'><session xmlns='urn:ietf:params:xml:ns:xmpp-session'/></iq><presence/>",
    /<presence /,
  )
  take = () => {
    for (let end = buffered.indexOf('</message>'); end >= 0; end = buffered.indexOf('</message>')) {
      const stanza = buffered.slice(0, end)
      buffered = buffered.slice(end + '</message>'.length)
      const id = /<message [^>]*?\bid=['"]([^'"]+)['"]/.exec(stanza)?.[1]
      if (id !== undefined) handlers.received(id, stanza)
    }
  }
  return {
    send: (id) =>
      void socket.write(
        `<message to='${peer}@localhost' type='chat' id='${id}'><body>${text}</body></message>`,
      ),
    close: () => socket.destroy(),
  }
}
