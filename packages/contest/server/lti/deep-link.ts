import { randomUUID } from 'node:crypto';
import type { Database, Row } from '../../store/schema.ts';
import type { FrameForm } from './frame.ts';
import { signedForPlatform } from './keys.ts';
import { CLAIMS, type DeepLinkingMessage } from './message.ts';
import { type Platform, refused } from './platform.ts';
import { lineItemOf } from './services.ts';

/** Time limit for the teacher's choice, in seconds. */
const CHOICE_SECONDS = 3600;
/** Maximum mark of a new line item. Each score that is sent later contains its own maximum. */
const USUAL_MOST = 10;

/** Returns a button for each contest. The button sends a link with a line item to the platform. */
export async function choices(
  db: Database,
  launch: string,
  platform: Platform,
  message: DeepLinkingMessage,
  contests: readonly Row<'contests'>[],
): Promise<FrameForm[]> {
  const settings = message[CLAIMS.settings];
  if (!settings.accept_types.includes('ltiResourceLink'))
    throw refused('the platform doesn’t accept links (ltiResourceLink)');
  return await Promise.all(
    contests.map(async ({ slug, code, form: { title } }) => {
      const item = {
        type: 'ltiResourceLink',
        title,
        url: launch,
        // The class code allows people to join.
        custom: { contest: slug, code },
        ...(settings.accept_presentation_document_targets.includes('window') && { window: { targetName: '_blank' } }),
        ...(settings.accept_lineitem !== false && { lineItem: lineItemOf(slug, title, USUAL_MOST) }),
      };
      const JWT = await signedForPlatform(
        db,
        {
          iss: platform.client_id,
          aud: platform.issuer,
          nonce: randomUUID(),
          [CLAIMS.messageType]: 'LtiDeepLinkingResponse',
          [CLAIMS.version]: '1.3.0',
          [CLAIMS.deployment]: message[CLAIMS.deployment],
          [CLAIMS.contentItems]: [item],
          ...(settings.data != null && { [CLAIMS.data]: settings.data }),
        },
        CHOICE_SECONDS,
      );
      return { button: title, action: settings.deep_link_return_url, fields: { JWT } };
    }),
  );
}
