/* A file of KotOR as text or as JSON that it is made of, for record.h. */
#ifndef TESTS_PROPERTY_FORMS_H
#define TESTS_PROPERTY_FORMS_H

#include "record.h"

struct form {
    const char *name, *format, *file;
    const char *text; /* the file, or JSON that it is made of */
};

/* The sample of a form; its bytes are those of the text, or of file. */
static inline struct sample sample_of_form(const struct form *form, struct rq_out *file)
{
    struct rq_error err = {0};
    struct rq_bytes text = {(const uint8_t *)form->text, strlen(form->text)};
    struct sample sample = {form->name, form->format, text.data, text.size, {NULL, 0}};
    check_note("%s", form->name);
    if (form->text[0] != '{')
        return sample;
    struct rq_doc *doc = rq_doc_from_json(text, &(struct rq_options){.name = form->file}, &err);
    if (CHECK(doc != NULL))
        CHECK(rq_doc_write(doc, file, &err));
    CHECK_STR(err.text, "");
    rq_doc_free(doc);
    sample.data = file->data;
    sample.size = file->size;
    return sample;
}

#endif
