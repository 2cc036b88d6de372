import type { I18n } from '@lingui/core'

/** The steps of a start before the conversation list, in order. */
export const steps = ['app', 'engine', 'world', 'sign-in', 'list'] as const
export type Step = (typeof steps)[number]

/** The page before the app: shows the progress of the start, or why it failed. */
export interface Stage {
  /** Marks a step as finished. */
  finish(step: Step): void
  showTaken(): void
  showProgress(): void
  showFailure(onStartOver: () => void): void
  /** Removes the stage when the app takes over. */
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

/** Renders into an element that already contains an empty progress bar. Needs a language before it shows texts. */
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
      // For measurements of the start.
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
      // Shown above the app if it has rendered already.
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
