/* YAML into nodes with places, and the edits of trees. */
#include "scenarios/tree.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "scenarios/textbuilder.h"

static struct arena arena;
static struct diagnostics diagnostics;

static void setup(void)
{
    diagnostics_init(&diagnostics);
}

static void teardown(void)
{
    diagnostics_free(&diagnostics);
    arena_free(&arena);
}

TestSuite(tree, .init = setup, .fini = teardown);

static struct node *parse(const char *text)
{
    struct node *root = NULL;
    struct status status = STATUS_INIT;
    cr_assert_eq(tree_parse("t.yaml", text, strlen(text), &arena, &diagnostics, &root, &status), 0,
                 "%s", status.message);
    return root;
}

static struct node *parse_well(const char *text)
{
    struct node *root = parse(text);
    cr_assert_eq(diagnostics.errors, 0, "%s", diagnostics.items[0].message);
    cr_assert(root);
    return root;
}

static void expect_place(const struct node *node, int line, int column, int key_line,
                         int key_column)
{
    cr_expect_eq(node->line, line, "line %d", node->line);
    cr_expect_eq(node->column, column, "column %d", node->column);
    cr_expect_eq(node->key_line, key_line, "line of the key %d", node->key_line);
    cr_expect_eq(node->key_column, key_column, "column of the key %d", node->key_column);
    cr_expect_str_eq(node->file, "t.yaml");
}

Test(tree, nodes_know_the_line_and_column_of_value_and_key)
{
    struct node *root = parse_well("a: 1\nb:\n  c: [x, y]\n  d: {e: f}\n");
    struct node *b = node_get(root, "b"), *c = node_get(b, "c");
    expect_place(node_get(root, "a"), 1, 4, 1, 1);
    expect_place(b, 3, 3, 2, 1);
    expect_place(c, 3, 6, 3, 3);
    expect_place(c->first, 3, 7, 0, 0);
    expect_place(c->last, 3, 10, 0, 0);
    expect_place(node_get(node_get(b, "d"), "e"), 4, 10, 4, 7);
}

Test(tree, columns_count_characters_not_bytes)
{
    struct node *root = parse_well("\xC3\xA4\xF0\x9F\x98\x80: {x: 1}\n");
    expect_place(root->first, 1, 5, 1, 1);
    expect_place(node_get(root->first, "x"), 1, 9, 1, 6);
}

Test(tree, a_byte_order_mark_is_skipped)
{
    struct node *root = parse_well("\xEF\xBB\xBF"
                                   "a: 1\n");
    expect_place(node_get(root, "a"), 1, 4, 1, 1);
}

Test(tree, scalars_keep_their_text_and_whether_they_were_quoted)
{
    static const struct {
        const char *yaml, *text;
        bool quoted;
    } cases[] = {
        {"a: 1.20 USD/GPU/h", "1.20 USD/GPU/h", false},
        {"a: yes", "yes", false},
        {"a: null", "null", false},
        {"a: ~", "~", false},
        {"a:", "", false},
        {"a: ''", "", true},
        {"a: \"1\"", "1", true},
        {"a: 'it''s'", "it's", true},
        {"a: \"x\\ty\\u00e9\"", "x\ty\xC3\xA9", true},
        {"a: |\n  two\n  lines\n", "two\nlines\n", true},
        {"a: >\n  one\n  line\n", "one line\n", true},
        {"a: text # comment", "text", false},
        {"a: a#b", "a#b", false},
        {"a: 007", "007", false},
        {"{a: 3 /h}", "3 /h", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct node *a = node_get(parse_well(cases[i].yaml), "a");
        cr_assert(a, "%s", cases[i].yaml);
        cr_expect_str_eq(a->text, cases[i].text);
        cr_expect_eq(a->quoted, cases[i].quoted, "%s", cases[i].yaml);
        cr_expect_eq(a->kind, NODE_SCALAR);
    }
}

Test(tree, children_keep_their_order_index_and_parent)
{
    struct node *root = parse_well("[x, [], {k: v}, z]");
    size_t i = 0;
    cr_assert_eq(root->kind, NODE_LIST);
    cr_assert_eq(root->count, 4);
    for (struct node *n = root->first; n; n = n->next) {
        cr_expect_eq(n->index, i++);
        cr_expect_eq(n->parent, root);
    }
    cr_expect_eq(root->first->next->kind, NODE_LIST);
    cr_expect_eq(root->first->next->next->kind, NODE_MAPPING);
}

Test(tree, a_path_names_keys_and_list_numbers)
{
    char path[64], small[8];
    struct node *root = parse_well("a: {b: [0, {c: 1}]}");
    struct node *b = node_get(node_get(root, "a"), "b");
    cr_expect_str_eq(node_path(node_get(b->last, "c"), path, sizeof path), "a.b.1.c");
    cr_expect_str_eq(node_path(root, path, sizeof path), "");
    node_path(node_get(b->last, "c"), small, 4);
    cr_expect_lt(strlen(small), 4);
}

Test(tree, a_removed_child_is_gone_and_the_others_move_up)
{
    struct node *root = parse_well("{a: 1, b: 2, c: 3}");
    node_remove(node_get(root, "b"));
    cr_expect_null(node_get(root, "b"));
    cr_expect_eq(root->count, 2);
    cr_expect_eq(node_get(root, "c")->index, 1);
    node_remove(node_get(root, "c"));
    cr_expect_eq(root->last, node_get(root, "a"));
    node_remove(node_get(root, "a"));
    cr_expect_null(root->first);
    cr_expect_null(root->last);
}

Test(tree, what_can_be_refused_at_once_is)
{
    struct node *root = parse("a: &x 1\nb: *x\nc: !t 2\na: 3\n<<: {d: 4}\n");
    cr_assert(root);
    cr_expect_eq(diagnostics.errors, 5);
    cr_expect(node_get(root, "b")->bad);
    cr_expect_str_eq(node_get(root, "a")->text, "1");
    cr_expect_null(node_get(root, "<<"));
    for (size_t i = 0; i < diagnostics.count; i++)
        cr_expect_gt(strlen(diagnostics.items[i].message), 20);
}

Test(tree, an_error_of_syntax_gives_no_tree)
{
    static const char *const texts[] = {
        "a: [1",      "a: {b: 1",    "\"a",   "a: b: c",
        "a:\n\tb: 1", "- a\nb: 1",   "a: 'b", "%YAML 9.9\n---\na: 1",
        "a: |x\n b",  "[a",          "{a",    "a: \"\\q\"",
        "? [a]: b",   "--- a\n--- b"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        size_t before = diagnostics.errors;
        struct node *root = parse(texts[i]);
        cr_expect_eq(diagnostics.errors, before + 1, "%s: %zu errors", texts[i],
                     diagnostics.errors - before);
        cr_expect(!root || strncmp(texts[i], "---", 3) == 0, "%s gives a tree", texts[i]);
    }
}

Test(tree, depth_64_is_read_and_65_refused)
{
    char text[140];
    for (int depth = 64; depth <= 65; depth++) {
        memset(text, '[', (size_t)depth);
        memset(text + depth, ']', (size_t)depth);
        text[2 * depth] = '\0';
        struct node *root = parse(text);
        cr_expect_eq(root != NULL, depth == 64);
        cr_expect_eq(diagnostics.errors, depth == 64 ? 0 : 1);
    }
}

Test(tree, a_large_mapping_with_duplicates_is_read_in_reasonable_time)
{
    struct textbuilder text = {0};
    for (int i = 0; i < 200000; i++)
        textbuilder_printf(&text, "k%d: 1\n", i / 2 * 2 + (i < 199990));
    parse(text.text);
    cr_expect_gt(diagnostics.errors, 90000);
    cr_expect_eq(diagnostics.count, DIAGNOSTICS_MAX);
    textbuilder_free(&text);
}

Test(tree, diagnostics_are_sorted_by_place_and_those_of_set_first)
{
    const struct place places[] = {{"b.yaml", 1, 1, NULL}, {"a.yaml", 2, 7, NULL},
                                   {"a.yaml", 2, 3, NULL}, {"a.yaml", 10, 1, NULL},
                                   {"", 0, 0, "x=1"},      {"a.yaml", 2, 3, NULL}};
    char *text;
    struct status status = STATUS_INIT;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        diagnostics_add(&diagnostics, i == 3, &places[i], i == 1 ? "" : "key", "number %zu", i);
    diagnostics_sort(&diagnostics);
    cr_assert_eq(diagnostics_render(&diagnostics, 0, &text, &status), 0);
    cr_expect_str_eq(text, "--set x=1: key: number 4\n"
                           "a.yaml:2:3: key: number 2\n"
                           "a.yaml:2:3: key: number 5\n"
                           "a.yaml:2:7: number 1\n"
                           "a.yaml:10:1: warning: key: number 3\n"
                           "b.yaml:1:1: key: number 0\n");
    mem_free(text);
    cr_expect_eq(diagnostics.errors, 5);
    cr_expect_eq(diagnostics.warnings, 1);
}
