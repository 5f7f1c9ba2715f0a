import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Locale } from '../../api/locales.ts';
import type { ApiProblem } from '../../api/route.ts';
import type { RawReply } from '../handler.ts';
import { RefusalError } from '../refusal.ts';
import { localeOf, say, sayProblem } from './words.ts';

/**
 * Pages for a platform's frame. These pages contain no session data, do nothing without a click, and need no script and
 * no cookie (docs/decisions/0038).
 */
const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(#f6f6f4, #16181c);
  color: light-dark(#1b1d21, #e8e8e6) }
main { box-sizing: border-box; width: min(34rem, 100%); padding: 1.5rem }
h1 { font-size: 1.4rem; line-height: 1.25; margin: 0 0 .5rem; overflow-wrap: anywhere }
p { margin: 0 0 1rem; overflow-wrap: anywhere }
form { margin: 0 0 .75rem }
button { font: inherit; font-weight: 600; width: 100%; min-height: 2.75rem; padding: .6rem 1rem; border: 0; border-radius: .5rem;
  cursor: pointer; text-align: start; overflow-wrap: anywhere; background: light-dark(#1f5fbf, #7fb0ff);
  color: light-dark(#fff, #10131a) }
button:focus-visible { outline: 3px solid light-dark(#1b1d21, #fff); outline-offset: 2px }
`;
/** Asks the platform to close the window. */
const CLOSE = `(window.opener || window.parent).postMessage({ subject: 'org.imsglobal.lti.close' }, '*');`;

/** A button that submits a form. */
export interface FrameForm {
  readonly button: string;
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly newTab?: boolean;
}

interface FramePage {
  readonly title: string;
  readonly text: readonly string[];
  readonly forms?: readonly FrameForm[];
  /** Whether the platform’s window may close by itself. */
  readonly isOver?: boolean;
}

/** Returns a page for a platform's frame; its forms may be sent only to their own addresses. */
export function framePage(reply: FastifyReply, locale: Locale, page: FramePage): RawReply {
  const { title, text, forms = [], isOver = false } = page;
  const targets = new Set(forms.map(({ action }) => (action.startsWith('/') ? "'self'" : new URL(action).origin)));
  reply
    .removeHeader('x-frame-options')
    // The new tab must be able to check that our own page opens it.
    .header('referrer-policy', 'strict-origin')
    .header(
      'content-security-policy',
      [
        "default-src 'none'",
        `style-src ${hashOf(STYLE)}`,
        ...(isOver ? [`script-src ${hashOf(CLOSE)}`] : []),
        `form-action ${[...targets].join(' ') || "'none'"}`,
        "base-uri 'none'",
        'frame-ancestors *',
      ].join('; '),
    );
  const content = `<!doctype html>
<html lang="${locale}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${safe(title)} · Ludus</title>
<style>${STYLE}</style>
<main>
<h1>${safe(title)}</h1>
${text.map((each) => `<p>${safe(each)}</p>`).join('\n')}
${forms.map(formHtml).join('\n')}
</main>
${isOver ? `<script>${CLOSE}</script>` : ''}
</html>
`;
  return { content };
}

function formHtml({ button, action, fields, newTab }: FrameForm): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${safe(name)}" value="${safe(value)}">`,
  );
  const target = newTab ? ' target="_blank" rel="noopener"' : '';
  return `<form method="post" action="${safe(action)}"${target}>${inputs.join('')}<button>${safe(button)}</button></form>`;
}

/** Returns the page that `make` returns or, if the request is refused, a page with the reason. */
export async function inFrame(
  request: FastifyRequest,
  reply: FastifyReply,
  make: () => Promise<RawReply | undefined>,
): Promise<RawReply | undefined> {
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    return problemPage(request, reply, error.status, error.problem);
  }
}

function problemPage(request: FastifyRequest, reply: FastifyReply, status: number, problem: ApiProblem): RawReply {
  const locale = localeOf(request.headers['accept-language']);
  reply.status(status);
  return framePage(reply, locale, {
    title: say(locale, 'failed'),
    text: [sayProblem(locale, problem), say(locale, 'again')],
  });
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const safe = (text: string): string => text.replace(/[&<>"']/g, (letter) => ENTITIES[letter]);
