/* What models and archives of models find in a scene that they are made of. */
#ifndef RQ_FORMATS_REDGUARD_MODEL3D_FINDINGS_H
#define RQ_FORMATS_REDGUARD_MODEL3D_FINDINGS_H

/* They come of no file that is read. */
#define RQ_MODEL3D_IMPORT_FINDINGS                                                                  \
    {"left-out", RQ_WARNING, "parts of a scene that no model has",                                  \
     "A model is made of faces with a texture or a colour, and of frames. The rest stays behind."}, \
        {"assumed-size", RQ_WARNING, "a texture whose picture is not in the scene",                 \
         "Coordinates are pixels in a model, and parts of the picture in a scene. Without the "     \
         "picture it counts as 256 x 256, as when a model becomes a scene."},                       \
    {                                                                                               \
        "no-palette", RQ_WARNING, "a colour, with no palette to look it up in",                     \
            "The entry is that of a palette in shades of grey. --palette names a COL file, and "    \
            "--game a game that has one."                                                           \
    }
#define RQ_MODEL3D_IMPORT_IDS "left-out assumed-size no-palette"

#endif
