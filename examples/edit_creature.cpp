// The same as edit_creature.c, in C++: renames a creature of KotOR and changes its first feat.
//
//     edit_creature GAME CREATURE NAME FEAT OUT
//
// OUT is a copy of the module that has the creature, with the changed one in it.
#include <reliquary/game.h>
#include <reliquary/gff.h>
#include <reliquary/reliquary.h>

#include <exception>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>

namespace
{

void check(const rq_error &err)
{
    if (err.code != RQ_OK)
        throw std::runtime_error(std::string(err.where) + ": " + err.text);
}

// Things of the library that free themselves.
template <auto free_it> struct Free {
    template <class T> void operator()(T *thing) const
    {
        free_it(thing);
    }
};
using Game = std::unique_ptr<rq_game, Free<rq_game_close>>;
using Doc = std::unique_ptr<rq_doc, Free<rq_doc_free>>;
using Archive = std::unique_ptr<rq_archive, Free<rq_archive_close>>;

// The file of a document.
std::string written(rq_doc *doc)
{
    rq_error err{};
    rq_out out{};
    rq_doc_write(doc, &out, &err);
    std::string file(reinterpret_cast<const char *>(out.data), out.size);
    rq_out_free(&out);
    check(err);
    return file;
}

rq_bytes bytes_of(const std::string &file)
{
    return {reinterpret_cast<const std::uint8_t *>(file.data()), file.size()};
}

// The creature in the first module that has it, also when the game would take another file.
rq_resource find(const rq_game *game, const std::string &name)
{
    rq_resource found{};
    rq_game_filter filter{};
    filter.glob = name.c_str();
    filter.source = "module";
    filter.hidden = true;
    if (!rq_game_list(game, &filter, &found))
        throw std::runtime_error("no module has " + name);
    return found;
}

void edit(rq_doc *doc, const std::string &name, long feat)
{
    auto *gff = static_cast<rq_gff *>(rq_doc_root(doc, "gff"));
    if (!gff)
        throw std::runtime_error("the creature is no GFF");
    rq_error err{}; // with an error in it the functions do nothing: it is looked at once
    rq_gff_struct *root = gff->root, *added = nullptr;
    if (!rq_gff_has(root, "FirstName"))
        rq_gff_add_locstring(doc, root, "FirstName", UINT32_MAX, &err);
    if (rq_gff_has(root, "FirstName/0"))
        rq_gff_set_string(doc, root, "FirstName/0", name.c_str(), &err);
    else
        rq_gff_add_string(doc, root, "FirstName/0", name.c_str(), &err);
    if (rq_gff_has(root, "FeatList/0/Feat")) {
        rq_gff_set_word(doc, root, "FeatList/0/Feat", feat, &err);
    } else {
        if (!rq_gff_has(root, "FeatList"))
            rq_gff_add_list(doc, root, "FeatList", &err);
        rq_gff_add_struct(doc, root, "FeatList/-", 1, &added, &err);
        rq_gff_add_word(doc, added, "Feat", feat, &err);
    }
    check(err);
}

void run(char **argv)
{
    rq_error err{};
    Game game(rq_game_open(argv[1], nullptr, &err));
    check(err);
    const rq_resource creature = find(game.get(), std::string(argv[2]) + ".utc");
    Doc doc(rq_game_read(game.get(), &creature, nullptr, &err));
    check(err);
    edit(doc.get(), argv[3], std::stol(argv[4]));
    const std::string changed = written(doc.get());

    Archive module(rq_archive_open(creature.file, nullptr, nullptr, &err));
    check(err);
    rq_archive_put(module.get(), creature.name, bytes_of(changed), &err);
    check(err);
    const std::string copy = written(rq_archive_doc(module.get()));
    rq_file_save(argv[5], bytes_of(copy), RQ_SAVE_NEW, &err);
    check(err);
    std::cout << creature.source->path << ": " << creature.name << "\n";
}

} // namespace

int main(int argc, char **argv)
{
    if (argc != 6) {
        std::cerr << "usage: edit_creature GAME CREATURE NAME FEAT OUT\n";
        return 2;
    }
    try {
        run(argv);
        return 0;
    } catch (const std::exception &failure) {
        std::cerr << argv[1] << ": " << failure.what() << "\n";
        return 1;
    }
}
