/** Conversions of the post editor's data between gRPC messages and the API. */
import {
  editedPostResponse,
  postValuesResponse,
  type EditedPost as EditedPostData,
  type PostEditorData,
  type PostValues as PostValuesData,
  type Revision as RevisionData,
  type FullRevision,
  revisionResponse,
} from '@site/proto/content/v1/posts.responses';
import type { PostValuesInput, RevisionKind } from '@site/proto/content/v1/posts.schema';
import type { RichTextDocument } from '@site/domain/content/rich-text';
import type { EditedPost, PostValues, Revision } from '@site/proto/gen/nest/content/v1/posts';
import { toResponse } from '../../responses/response-from.js';
import { fallbackUrl, toMediaJson, toModeratedImageJson } from '../../responses/image-json.js';
import { missing } from '../../edge/http-errors.js';

/** @throws 404 if the post was deleted at the same moment */
export function editedPostData(edited: EditedPost | undefined): EditedPostData {
  if (!edited?.post) throw missing('There is no such post.');
  const { post, ...rest } = edited;
  return toResponse(
    editedPostResponse,
    { ...post, ...rest },
    {
      status: post.status as EditedPostData['status'],
      image: fallbackUrl(post.cover),
      picture: toModeratedImageJson(post.cover),
      updated_at: edited.editedAt,
      autosaved: edited.autosaved ? toResponse(editedPostResponse.shape.autosaved.unwrap(), edited.autosaved) : null,
    },
  );
}

const noValues: PostValues = {
  title: '',
  document: '',
  excerpt: '',
  slug: '',
  author: '',
  tags: [],
  url: '',
  coverMediaId: '',
};

/** Converts an edited post's fields; the document travels as JSON over gRPC and is null if there is none. */
export const valuesData = (values: PostValues = noValues): PostValuesData =>
  toResponse(postValuesResponse, values, {
    document: values.document ? (JSON.parse(values.document) as RichTextDocument) : null,
  });

export const valuesFrom = ({ cover_media_id: coverMediaId, document, ...values }: PostValuesInput): PostValues => ({
  ...values,
  coverMediaId,
  document: document ? JSON.stringify(document) : '',
});

export const toPostEditorData = (edited: EditedPost | undefined): PostEditorData => {
  const post = editedPostData(edited);
  const { values, autosave, othersAtWork = [], media = [] } = edited ?? {};
  return {
    post,
    values: valuesData(values),
    autosave: autosave
      ? {
          values: valuesData(autosave.values),
          created_at: autosave.createdAt,
          base_revision: autosave.baseRevision,
          tab: autosave.tab,
        }
      : null,
    others_at_work: othersAtWork,
    media: media.map(toMediaJson),
  };
};

export const revisionData = (revision: Revision): RevisionData =>
  toResponse(revisionResponse, revision, { kind: revision.kind as RevisionKind });

export const fullRevisionData = (revision: Revision): FullRevision => ({
  ...revisionData(revision),
  values: valuesData(revision.values),
  media: revision.media.map(toMediaJson),
});
