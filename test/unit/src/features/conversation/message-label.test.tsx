import { I18nProvider } from '@lingui/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { messageTypes } from '#schemas/message-types.ts'
import { createTranslation } from '#src/app/translation.ts'
import { MessageLabel } from '#src/features/conversation/message/message-text.tsx'

type Kind = Parameters<typeof MessageLabel>[0]['type']

const { i18n, activate } = createTranslation()
beforeAll(() => activate('en-US'))

/** The rendered words of a message. */
const drawn = (type: Kind, body: string): string =>
  renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <MessageLabel type={type} body={body} />
    </I18nProvider>,
  ).replaceAll(/<\/?bdi>/g, '')

const file = `/files/messages/${'0a'.repeat(20)}`
const whole = [
  ['emo', `${file}.png`, '[Sticker]'],
  ['pic', `${file}.png?w=40&h=30`, '[Photo]'],
  ['video', `${file}.mp4`, '[Video]'],
  ['audio', `${file}.mp3|125`, '[Voice message] 2 minutes'],
  ['file', `${file}.pdf|plan.pdf`, '[File] plan.pdf'],
  ['card', '{"UserID":7,"NickName":"Cleo"}', '[Contact card] Cleo'],
  ['invite', '{"GroupID":4,"GroupName":"Walks"}', '[Group invitation] Walks'],
  ['call', 'cancelled|x', '[Call]'],
  ['notice', 'Welcome', '[Notice]'],
  ['noticeallban', '1', '[Notice]'],
  ['GroupJoin', '', '[Joined the group]'],
  ['GroupLeave', '', '[Left the group]'],
] as const

describe('a message without text', () => {
  it.each(whole)('of type %s with body %s reads %s', (type, body, words) => {
    expect(drawn(type, body)).toBe(words)
  })

  it('is of a type that is tried here', () => {
    const tried = new Set<string>(whole.map(([type]) => type))
    expect(messageTypes.filter((type) => !tried.has(type))).toEqual(['txt'])
  })

  it.each(['{}', 'Cleo', '{"UserID":"x"}', ''])(
    'is a damaged contact card with the body %j [MSG-14]',
    (body) => {
      expect(drawn('card', body)).toBe(i18n._('contact.error.damaged'))
      expect(i18n._('contact.error.damaged')).not.toBe('contact.error.damaged')
    },
  )

  it.each(['pic', 'video', 'audio', 'file', 'invite'] as const)(
    'of type %s cannot be shown when it is damaged',
    (type) => {
      expect(drawn(type, 'https://elsewhere.example/x.png')).toBe('This message cannot be shown')
    },
  )

  it('renders a name that looks like markup as text', () => {
    expect(drawn('card', '{"UserID":7,"NickName":"<b>Cleo</b>"}')).toContain('&lt;b&gt;Cleo&lt;/b&gt;')
  })
})
