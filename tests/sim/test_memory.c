#include "sim/memory.h"

#include <criterion/criterion.h>
#include <stdint.h>
#include <string.h>

Test(memory, an_array_is_zeroed)
{
    struct status status = STATUS_INIT;
    unsigned char *bytes = mem_alloc(1000, 3, &status);
    cr_assert_not_null(bytes);
    for (int i = 0; i < 3000; i++)
        cr_assert_eq(bytes[i], 0);
    mem_free(bytes);
}

Test(memory, an_array_of_nothing_is_a_pointer_of_its_own)
{
    struct status status = STATUS_INIT;
    void *a = mem_alloc(0, 8, &status), *b = mem_alloc(8, 0, &status);
    cr_assert_not_null(a);
    cr_assert_not_null(b);
    cr_assert_neq(a, b);
    mem_free(a);
    mem_free(b);
}

Test(memory, a_size_that_overflows_is_out_of_memory)
{
    struct status status = STATUS_INIT;
    cr_assert_null(mem_alloc(SIZE_MAX / 2, 3, &status));
    cr_assert_eq(status.code, STATUS_MEMORY);
    cr_assert_not_null(strstr(status.message, "Out of memory"), "%s", status.message);
}

Test(memory, growing_keeps_old_elements_and_zeroes_new_ones)
{
    struct status status = STATUS_INIT;
    void *array = NULL;
    size_t capacity = 0, before = 0;
    for (size_t n = 1; n < 5000; n++) {
        cr_assert_eq(mem_grow(&array, &capacity, n, sizeof(int), &status), 0);
        cr_assert_geq(capacity, n);
        cr_assert(capacity == before || capacity >= 2 * before, "%zu after %zu", capacity, before);
        before = capacity;
        cr_assert_eq(((int *)array)[n - 1], 0);
        for (size_t i = n; i < capacity; i++)
            cr_assert_eq(((int *)array)[i], 0);
        ((int *)array)[n - 1] = (int)n;
        cr_assert_eq(((int *)array)[n / 2], n / 2 == n - 1 ? (int)n : (int)(n / 2 + 1));
    }
    mem_free(array);
}

Test(memory, growing_that_fails_changes_nothing)
{
    struct status status = STATUS_INIT;
    void *array = NULL;
    size_t capacity = 0;
    cr_assert_eq(mem_grow(&array, &capacity, 10, 16, &status), 0);
    void *same = array;
    size_t size = capacity;
    cr_assert_eq(mem_grow(&array, &capacity, SIZE_MAX / 4, 16, &status), STATUS_MEMORY);
    cr_assert_eq(array, same);
    cr_assert_eq(capacity, size);
    status = STATUS_INIT;
    mem_fail_at(1);
    cr_assert_eq(mem_grow(&array, &capacity, capacity + 1, 16, &status), STATUS_MEMORY);
    cr_assert_eq(array, same);
    cr_assert_eq(capacity, size);
    mem_free(array);
}

Test(memory, the_chosen_allocation_fails_once)
{
    struct status status = STATUS_INIT;
    mem_fail_at(2);
    void *first = mem_alloc(1, 1, &status), *second = mem_alloc(1, 1, &status),
         *third = mem_alloc(1, 1, &status);
    cr_assert_not_null(first);
    cr_assert_null(second);
    cr_assert_not_null(third);
    cr_assert_eq(mem_fail_count(), 3);
    mem_fail_at(0);
    cr_assert_eq(mem_fail_count(), 0);
    mem_free(first);
    mem_free(third);
}

Test(memory, objects_of_an_arena_are_aligned_zeroed_and_apart)
{
    enum { OBJECTS = 20000 };
    static unsigned char *objects[OBJECTS];
    struct status status = STATUS_INIT;
    struct arena arena = {0};
    for (size_t i = 0; i < OBJECTS; i++) {
        size_t size = i % 97;
        objects[i] = arena_alloc(&arena, size, 1, &status);
        cr_assert_not_null(objects[i]);
        cr_assert_eq((uintptr_t)objects[i] % 16, 0);
        for (size_t k = 0; k < size; k++)
            cr_assert_eq(objects[i][k], 0);
        memset(objects[i], (int)(i % 251), size);
    }
    for (size_t i = 0; i < OBJECTS; i++)
        for (size_t k = 0; k < i % 97; k++)
            cr_assert_eq(objects[i][k], i % 251, "object %zu was overwritten", i);
    arena_free(&arena);
    arena_free(&arena);
    cr_assert_null(arena.blocks);
}

Test(memory, big_objects_do_not_end_the_block_of_small_ones)
{
    struct status status = STATUS_INIT;
    struct arena arena = {0};
    char *a = arena_alloc(&arena, 16, 1, &status);
    char *big = arena_alloc(&arena, 1000000, 1, &status);
    char *b = arena_alloc(&arena, 16, 1, &status);
    cr_assert_not_null(big);
    big[0] = big[999999] = 1;
    cr_assert_eq(b - a, 16);
    arena_free(&arena);
}

Test(memory, a_big_object_may_be_the_first_of_an_arena)
{
    struct status status = STATUS_INIT;
    struct arena arena = {0};
    char *big = arena_alloc(&arena, 500001, 2, &status);
    char *small = arena_strdup(&arena, "small", &status);
    big[1000001] = 1;
    cr_assert_str_eq(small, "small");
    arena_free(&arena);
}

Test(memory, an_arena_reports_sizes_that_overflow_and_failed_allocations)
{
    struct arena arena = {0};
    static const size_t counts[] = {SIZE_MAX / 2, SIZE_MAX, SIZE_MAX - 40};
    static const size_t sizes[] = {3, 1, 1};
    for (int i = 0; i < 3; i++) {
        struct status status = STATUS_INIT;
        cr_assert_null(arena_alloc(&arena, counts[i], sizes[i], &status));
        cr_assert_eq(status.code, STATUS_MEMORY);
    }
    struct status status = STATUS_INIT;
    mem_fail_at(1);
    cr_assert_null(arena_strdup(&arena, "x", &status));
    cr_assert_eq(status.code, STATUS_MEMORY);
    arena_free(&arena);
}

Test(memory, a_copied_text_is_cut_where_asked)
{
    struct status status = STATUS_INIT;
    struct arena arena = {0};
    cr_assert_str_eq(arena_strndup(&arena, "abcdef", 3, &status), "abc");
    cr_assert_str_eq(arena_strndup(&arena, "abcdef", 0, &status), "");
    cr_assert_str_eq(arena_strdup(&arena, "abcdef", &status), "abcdef");
    arena_free(&arena);
}
