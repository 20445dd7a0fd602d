/* SPDX-License-Identifier: MIT
 *
 * A plugin for QEMU (API version 1, 7.2 and later): counts the guest's instructions from each time it comes to one address until it
 * comes to another, and prints a line "insns N" for each such region.
 *
 *   -plugin ./count.so,start=0xADDRESS,stop=0xADDRESS -d plugin
 *
 * The prototypes are restated from the public API, since distributions package no header of it. QEMU is GPLv2: this file has to stay
 * under a licence that goes with it, as MIT does. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t qemu_plugin_id_t;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t, void (*)(qemu_plugin_id_t, struct qemu_plugin_tb *));
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *, void (*)(unsigned, void *), int flags, void *);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *, size_t);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *);
void qemu_plugin_outs(const char *);

#define EXPORT __attribute__((visibility("default")))
EXPORT int qemu_plugin_version = 1;

static uint64_t start, stop, count;
static bool is_counting;

static void started(unsigned cpu, void *data) {
    (void)cpu, (void)data;
    count = 0;
    is_counting = true;
}

static void executed(unsigned cpu, void *data) {
    (void)cpu, (void)data;
    count++;
}

static void stopped(unsigned cpu, void *data) {
    (void)cpu, (void)data;
    if (!is_counting) return;
    is_counting = false;
    char line[48];
    snprintf(line, sizeof line, "insns %" PRIu64 "\n", count);
    qemu_plugin_outs(line);
}

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb *block) {
    (void)id;
    for (size_t i = 0; i < qemu_plugin_tb_n_insns(block); i++) {
        struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(block, i);
        uint64_t at = qemu_plugin_insn_vaddr(insn);
        if (at == start) qemu_plugin_register_vcpu_insn_exec_cb(insn, started, 0, NULL);
        if (at == stop) qemu_plugin_register_vcpu_insn_exec_cb(insn, stopped, 0, NULL);
        qemu_plugin_register_vcpu_insn_exec_cb(insn, executed, 0, NULL);
    }
}

static uint64_t address(const char *text) {
    return strtoull(text, NULL, 0) & ~(uint64_t)1; /* the lowest bit says Thumb */
}

EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const void *info, int argc, char **argv) {
    (void)info;
    for (int i = 0; i < argc; i++) {
        if (!strncmp(argv[i], "start=", 6)) start = address(argv[i] + 6);
        if (!strncmp(argv[i], "stop=", 5)) stop = address(argv[i] + 5);
    }
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    return start && stop ? 0 : 1;
}
