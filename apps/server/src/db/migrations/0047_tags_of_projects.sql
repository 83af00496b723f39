-- The tags of a shot once more, as those of its project: whoever looks in one project reads nothing of all others. Put
-- together as text: joined as vectors, the places of the second, which say of which field a word is, would be moved.
UPDATE "shot" SET "words" = ("words"::text || (
  SELECT string_agg(' ''' || replace(replace('#' || project_id || lexeme, '\', '\\'), '''', '''''') || ''':2B', '')
  FROM unnest("words") WHERE lexeme LIKE '#%'
))::tsvector
WHERE project_id IS NOT NULL AND EXISTS (SELECT FROM unnest("words") WHERE lexeme LIKE '#%');
