/* Matrices of glTF: 16 floats, column after column. */
#ifndef RQ_MODEL_MATRIX_H
#define RQ_MODEL_MATRIX_H

/* Translation, rotation (x y z w, of length 1) and scale of a matrix without shear. */
void rq_matrix_parts(const float matrix[16], float translation[3], float rotation[4],
                     float scale[3]);

#endif
