import type { I18n } from '@lingui/core'

/** What has to be done before the list of conversations can be read, in the order in which it is told. */
export const steps = ['app', 'engine', 'world', 'sign-in', 'list'] as const
export type Step = (typeof steps)[number]

/** The page before the app: how far its start has come, or why it does not start. */
export interface Stage {
  /** One more step is done. */
  finish(step: Step): void
  showTaken(): void
  showProgress(): void
  showFailure(onStartOver: () => void): void
  /** Gives the page to the app. */
  leave(): void
}

interface Card {
  readonly title: string
  readonly body: string
  readonly extra: HTMLElement
}

const element = (name: string, className: string, text = ''): HTMLElement => {
  const made = document.createElement(name)
  made.className = className
  made.textContent = text
  return made
}

const button = (label: string, onPress: () => void): HTMLElement => {
  const made = element('button', 'demo-button', label)
  made.addEventListener('click', onPress)
  return made
}

const cardOf = ({ title, body, extra }: Card): HTMLElement => {
  const card = element('div', 'demo-card')
  card.append(element('h1', 'demo-title', title), element('p', 'demo-body', body), extra)
  return card
}

/** Draws into an element of the page that already holds an empty bar; needs a language once something is to be said. */
export const createStage = (container: HTMLElement, i18n: I18n): Stage => {
  const done = new Set<Step>()
  const show = (card: Card) => container.replaceChildren(cardOf(card))
  const showProgress = () => {
    if (!container.isConnected) return
    const current = steps.find((step) => !done.has(step)) ?? 'list'
    const label = i18n._(`demo.step.${current}`)
    show({ title: i18n._('demo.starting'), body: label, extra: progressBar(done.size, label) })
  }
  return {
    showProgress,
    finish: (step) => {
      done.add(step)
      // For whoever measures the start.
      performance.mark(`demo ${step}`)
      showProgress()
    },
    showTaken: () =>
      show({
        title: i18n._('demo.taken.title'),
        body: i18n._('demo.taken.body'),
        extra: button(i18n._('demo.taken.retry'), () => location.reload()),
      }),
    showFailure: (onStartOver) => {
      // Over the app, when it was there already.
      if (!container.isConnected) document.body.append(container)
      show({
        title: i18n._('demo.failed.title'),
        body: i18n._('demo.failed.body'),
        extra: button(i18n._('demo.start-over'), onStartOver),
      })
    },
    leave: () => container.remove(),
  }
}

const progressBar = (value: number, label: string): HTMLElement => {
  const bar = document.createElement('progress')
  bar.className = 'demo-progress'
  bar.max = steps.length
  bar.value = value
  bar.setAttribute('aria-label', label)
  return bar
}
