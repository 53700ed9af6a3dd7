import { ORIGINS } from "../../codec/origins.ts";
import { FORMAT_VERSION } from "../format.ts";
import { BLOBS_PER_MODEL, blockRowId } from "../schema.ts";

export interface SqlRule {
  rule: string;
  /** One text per broken row; no rows when the rule holds. */
  sql: string;
}

const PER_SEGMENT = blockRowId(1, 0);

export const SQL_RULES: readonly SqlRule[] = [
  {
    rule: "format-steps",
    sql: `SELECT 'format ' || (SELECT user_version FROM pragma_user_version) || ' but ' || count(*) || ' steps applied, last ' || coalesce(max(id), 0)
          FROM migration HAVING count(*) <> ${FORMAT_VERSION} OR max(id) <> ${FORMAT_VERSION}
            OR (SELECT user_version FROM pragma_user_version) <> ${FORMAT_VERSION}`,
  },
  {
    rule: "file-blob",
    sql: `SELECT 'view ' || view || ' path ' || path || ' points at blob ' || blob || ', which is not there'
          FROM file WHERE blob NOT IN (SELECT id FROM blob)`,
  },
  {
    rule: "file-links",
    sql: `SELECT 'view ' || view || ' path ' || path || ' points at links ' || links || ', which are not there'
          FROM file WHERE links IS NOT NULL AND links NOT IN (SELECT id FROM links)`,
  },
  {
    rule: "file-path",
    sql: `SELECT 'view ' || view || ' uses path ' || path || ', which is not there'
          FROM (SELECT view, path FROM file UNION ALL SELECT view, path FROM skipped)
          WHERE path NOT IN (SELECT id FROM path)`,
  },
  {
    rule: "file-origin",
    sql: `SELECT 'view ' || view || ' path ' || path || ' has origin ' || origin FROM file
          WHERE origin NOT BETWEEN 0 AND ${ORIGINS.length - 1}`,
  },
  {
    rule: "path-name",
    sql: `SELECT 'path ' || id || ' is not the name of a file inside a tree' FROM path
          WHERE typeof(name) NOT IN ('text', 'blob') OR length(name) = 0 OR substr(name, 1, 1) IN ('/', x'2f')
            OR '/' || name || '/' LIKE '%/../%'`,
  },
  {
    rule: "blob-facts",
    sql: `SELECT 'blob ' || id || ' has no facts' FROM blob WHERE id NOT IN (SELECT blob FROM blob_facts)`,
  },
  {
    rule: "blob-hash",
    sql: `SELECT 'blob ' || id || ' has a name of ' || length(hash) || ' bytes' FROM blob WHERE length(hash) NOT IN (20, 32)`,
  },
  {
    rule: "links-data",
    sql: `SELECT 'links ' || id || ' have no data' FROM links WHERE id NOT IN (SELECT links FROM links_data)`,
  },
  {
    rule: "view-counts",
    sql: `SELECT 'view ' || id || ' says ' || file_count || ' files and ' || skipped_count || ' skipped, but has '
            || (SELECT count(*) FROM file WHERE view = view.id) || ' and ' || (SELECT count(*) FROM skipped WHERE view = view.id)
          FROM view WHERE file_count <> (SELECT count(*) FROM file WHERE file.view = view.id)
            OR skipped_count <> (SELECT count(*) FROM skipped WHERE skipped.view = view.id)`,
  },
  {
    rule: "view-generation",
    sql: `SELECT 'view ' || id || ' has ' || file_count || ' files at generation ' || generation FROM view
          WHERE generation < 0 OR (generation = 0 AND file_count + skipped_count > 0)`,
  },
  {
    rule: "segment-kind",
    sql: `SELECT 'segment ' || id || ' has kind ' || kind FROM segment WHERE kind NOT BETWEEN 0 AND 3
            OR (kind = 0) <> (lengths IS NOT NULL)`,
  },
  {
    rule: "segment-blocks",
    sql: `SELECT 'segment ' || id || ' says ' || block_count || ' blocks, but has ' || found FROM (
            SELECT id, block_count, (SELECT count(*) FROM block
              WHERE block.id >= segment.id * ${PER_SEGMENT} AND block.id < segment.id * ${PER_SEGMENT} + block_count) AS found
            FROM segment) WHERE found <> block_count
          UNION ALL SELECT 'block ' || id || ' belongs to no segment' FROM block
            WHERE id / ${PER_SEGMENT} NOT IN (SELECT id FROM segment)`,
  },
  {
    rule: "segment-ranges",
    sql: `SELECT 'segments ' || a.id || ' and ' || b.id || ' of kind ' || a.kind || ' both hold ids from ' || b.first_id
          FROM segment a JOIN segment b ON a.kind = b.kind AND a.id <> b.id
            AND (b.first_id BETWEEN a.first_id AND a.last_id)
          UNION ALL SELECT 'segment ' || id || ' ends before it starts' FROM segment WHERE last_id < first_id`,
  },
  {
    rule: "summary-blob",
    sql: `SELECT 'a summary by ' || model || ' is of blob ' || blob || ', which is not there'
          FROM summary WHERE blob NOT IN (SELECT id FROM blob)`,
  },
  {
    rule: "vector-blob",
    sql: `SELECT 'vectors of model ' || model || ' are of blob ' || blob || ', which is not there'
          FROM vector WHERE blob NOT IN (SELECT id FROM blob)`,
  },
  {
    rule: "vector-data",
    sql: `SELECT 'blob ' || blob || ' has no vectors by model ' || model || ', though it says so' FROM vector
          WHERE model * ${BLOBS_PER_MODEL} + blob NOT IN (SELECT id FROM vector_data)
          UNION ALL SELECT 'vectors ' || id || ' belong to nothing' FROM vector_data
          WHERE NOT EXISTS (SELECT 1 FROM vector WHERE model = vector_data.id / ${BLOBS_PER_MODEL}
            AND blob = vector_data.id % ${BLOBS_PER_MODEL})`,
  },
];
