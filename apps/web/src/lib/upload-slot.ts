/** The place in the top bar where the uploads show their progress, by a portal: they live with the material library. */
export const UPLOAD_SLOT_ID = 'upload-slot';
