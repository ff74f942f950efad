// SPDX-License-Identifier: MIT
// Scenes of the list in docs/theory/formations.md, "Fit": those with which the parameters of names
// were chosen, and others of our own.

#include "experiments/assembly_text.h"

#include <stdio.h>
#include <string.h>

// ---- those of the specification ----

static const char corner[] =
    "shapes:\n  ell:\n    compound:\n" PIECE("0.24, 0.2, 0.04", "0.08, 0, -0.02") PIECE(
        "0.04, 0.2, 0.12",
        "-0.02, 0, 0.06") "bodies:\n  - {name: ell, type: static, shape: ell}\n"
                          "  - {name: cube, shape: " BOX(
                              "0.04, 0.04, 0.04") ", mass: 0.1, position: [0.07, 0, "
                                                  "0.03]}\n" HAND("cube") KEY("0", "0.07, 0, 0.03")
                                                      KEY("0.5", "0.07, 0, 0.014") KEY(
                                                          "1.1",
                                                          "0.07, 0, 0.014") KEY("1.7",
                                                                                "0.014, 0, 0.014")
                                                          KEY("2.3", "0.014, 0, 0.014") KEY(
                                                              "2.9", "0.014, 0, 0.05")
                                                              KEY("3.3", "0.014, 0, 0.05") TURNED(
                                                                  "3.9", "0.02, 0, 0.02",
                                                                  "0, 20, 0") TURNED("4.7",
                                                                                     "0.02, 0, "
                                                                                     "0.02",
                                                                                     "0, 20, 0")
                                                                  KEY("5.3", "0.014, 0, 0.014") KEY(
                                                                      "5.7", "0.014, 0, 0.014")
                                                                      KEY("6.3", "0.07, 0, 0.04");

static const char stairs[] = "shapes:\n  stairs:\n    compound:\n" PIECE("0.18, 0.1, 0.03",
                                                                         "0, 0, 0.015")
    PIECE("0.12, 0.1, 0.03", "0.03, 0, 0.045") PIECE(
        "0.06, 0.1, 0.03",
        "0.06, 0, 0.075") "bodies:\n  - {name: stairs, type: static, shape: stairs}\n"
                          "  - {name: cube, shape: " BOX(
                              "0.04, 0.04, 0.04") ", mass: 0.1, position: [-0.064, 0, "
                                                  "0.06]}\n" HAND("cube") KEY(
                                                      "0",
                                                      "-0.064, 0, 0.06") KEY("0.5",
                                                                             "-0.064, 0, 0.045")
                                                      KEY("0.9", "-0.064, 0, 0.045") KEY(
                                                          "1.3",
                                                          "-0.044, "
                                                          "0, 0.045") KEY("1.7", "-0.044, 0, 0.045")
                                                          KEY("2.2", "-0.044, 0, 0.085") KEY(
                                                              "2.6", "-0.035, 0, 0.074")
                                                              KEY("3.0", "-0.035, 0, 0.074") KEY(
                                                                  "3.4", "-0.02, 0, 0.074")
                                                                  KEY("3.8", "0.014, 0, 0.074") KEY(
                                                                      "4.2", "0.014, 0, 0.074")
                                                                      KEY("5.0", "0.014, 0, "
                                                                                 "0.12")
                                                                          KEY("5.6",
                                                                              "0.06, 0, 0.104")
                                                                              KEY("6.0",
                                                                                  "0.06, 0, 0.104");

static const char slot[] = "shapes:\n  slot:\n    compound:\n" PIECE("0.16, 0.06, 0.02",
                                                                     "0, 0, -0.01")
    PIECE("0.16, 0.01975, 0.02", "0, -0.020125, 0.01") PIECE(
        "0.16, 0.01975, 0.02",
        "0, 0.020125, 0.01") "bodies:\n  - {name: table, type: static, shape: {halfspace: {normal: "
                             "[0, 0, 1], offset: "
                             "-0.02}}}\n  - {name: slot, shape: slot, mass: 1}\n"
                             "  - {name: tenon, shape: " BOX(
                                 "0.06, 0.02, 0.03") ", mass: 0.1, position: [-0.04, 0, "
                                                     "0.03]}\n" HAND("tenon") KEY("0",
                                                                                  "-0.04, 0, 0.03")
                                                         KEY("0.6", "-0.04, 0, 0.012") KEY(
                                                             "1.0",
                                                             "-0.04, 0, 0.012") KEY("1.5",
                                                                                    "-0.04, 0.002, "
                                                                                    "0.012")
                                                             KEY("1.9", "-0.04, 0.002, 0.012") KEY(
                                                                 "2.7", "0.03, 0.002, 0.012")
                                                                 TURNED("3.2", "0.03, 0, 0.014",
                                                                        "0, 0, 4")
                                                                     TURNED("3.8", "0.03, 0, 0.014",
                                                                            "0, 0, 4")
                                                                         TURNED("4.4",
                                                                                "0, 0, 0.018",
                                                                                "0, 3, 0")
                                                                             TURNED("4.8",
                                                                                    "0, 0, 0.018",
                                                                                    "0, 3, 0")
                                                                                 KEY("5.4",
                                                                                     "0, 0, 0.03");

#define TRAY(wall, place)                                                                          \
    "shapes:\n  tray:\n    compound:\n" PIECE("0.08, 0.08, 0.01", "0, 0, -0.005")                  \
        PIECE(wall ", 0.08, 0.02", "-" place ", 0, 0.01")                                          \
            PIECE(wall ", 0.08, 0.02", place ", 0, 0.01")
static const char tray[] = TRAY("0.0198", "0.0301") PIECE("0.0404, 0.0198, 0.02", "0, -0.0301, "
                                                                                  "0.01")
    PIECE("0.0404, 0.0198, 0.02",
          "0, 0.0301, 0.01") "bodies:\n  - {name: tray, type: static, shape: tray}\n"
                             "  - {name: block, shape: " BOX(
                                 "0.04, 0.04, 0.03") ", mass: 0.1, position: [0, 0, "
                                                     "0.02]}\n" HAND("bloc"
                                                                     "k") KEY("0", "0, 0, 0.02")
                                                         KEY("0.4", "0, 0, 0.012") KEY(
                                                             "0.8",
                                                             "0, 0, 0.012") KEY("1.2",
                                                                                "0.002, 0, 0.012")
                                                             KEY("1.6", "0.002, 0.002, 0.012") KEY(
                                                                 "2.2", "0.002, 0.002, 0.012")
                                                                 KEY("2.8", "-0.002, 0.002, 0.012")
                                                                     KEY("3.2", "-0.002, 0.002, "
                                                                                "0.012");
static const char tightTray[] = TRAY("0.020005", "0.03") PIECE("0.03999, 0.020005, 0.02",
                                                               "0, -0.03, 0.01")
    PIECE("0.03999, 0.020005, 0.02",
          "0, 0.03, 0.01") "bodies:\n  - {name: tray, type: static, shape: tray}\n"
                           "  - {name: block, shape: " BOX(
                               "0.04, 0.04, 0.03") ", mass: 0.1, position: [0, 0, "
                                                   "0.016]}\n" HAND("block") KEY("0", "0, 0, 0.015")
                                                       KEY("0.6", "0, 0, 0.01")
                                                           KEY("1.0", "0, 0, 0.01")
                                                               KEY("1.4", "0.001, 0, 0.01")
                                                                   KEY("2.0", "0.001, 0, 0.01");

static const char pile[] = "shapes:\n  brick: " BOX(
    "0.06, 0.04, 0.02") "\nbodies:\n" FLOOR
                        "  - {name: one, shape: brick, mass: 0.1, position: [0, 0, 0.0101]}\n"
                        "  - {name: two, shape: brick, mass: 0.1, position: [0.004, 0, 0.0303]}\n"
                        "  - {name: three, shape: brick, mass: 0.1, position: [0, 0.003, 0.0505], "
                        "rotation: {euler: "
                        "[0, 0, 20]}}\n"
                        "  - {name: four, shape: brick, mass: 0.1, position: [-0.002, 0, 0.0707]}\n"
                        "  - {name: five, shape: brick, mass: 0.1, position: [0, 0, 0.0909], "
                        "rotation: {euler: "
                        "[0, 0, 60]}}\n";

static const char crossed[] = "bodies:\n  - {name: rail, type: static, shape: " BOX(
    "0.12, 0.03, 0.03") ", rotation: {euler: [45, 0, 0]}}\n"
                        "  - {name: bar, shape: " BOX(
                            "0.03, 0.12, 0.03") ", mass: 0.1, position: [0, 0, 0.05], "
                                                "rotation: {euler: [0, 45, 0]}}\n" HAND(
                                                    "bar") TURNED("0", "0, 0, 0.05", "0, 45, 0")
                                                    TURNED("0.6", "0, 0, 0.038", "0, 45, 0") TURNED(
                                                        "1.2", "0, 0, 0.038", "0, 45, 0")
                                                        TURNED("2.0", "0.03, 0, 0.038", "0, 45, 0")
                                                            TURNED("2.8", "0.03, 0.03, 0.038",
                                                                   "0, 45, 0")
                                                                TURNED("3.4", "0.03, 0.03, 0.038",
                                                                       "0, 45, 20");

static const char dice[] = "bodies:\n" FLOOR DIE("one", "0, 0, 0.03", "20, 30, 0", "0.3, 0, 0")
    DIE("two", "0.03, 0, 0.04", "50, 0, 10", "-0.2, 0.1, 0")
        DIE("three", "-0.03, 0.02, 0.05", "0, 40, 30", "0.1, 0, -0.3")
            DIE("four", "0, 0.03, 0.06", "10, 20, 70", "0, -0.3, 0")
                DIE("five", "0.02, -0.03, 0.03", "35, 35, 35", "0, 0.4, 0")
                    DIE("six", "-0.03, -0.03, 0.05", "45, 0, 0", "0.3, 0.2, 0");

static const char cylinders[] =
    "bodies:\n" FLOOR
    "  - {name: roller, shape: {cylinder: {radius: 0.02, height: 0.05}}, mass: 0.1, position: "
    "[-0.1, 0, 0.0205], rotation: {euler: [90, 0, 0]}, velocity: [0.1, 0, 0], angular-velocity: "
    "[0, 5, 0]}\n"
    "  - {name: can, shape: {cylinder: {radius: 0.02, height: 0.05}}, mass: 0.1, position: "
    "[0, 0.1, 0.026], velocity: [0.2, 0, 0]}\n"
    "  - {name: tilted, shape: {cylinder: {radius: 0.02, height: 0.05}}, mass: 0.1, position: "
    "[0, -0.1, 0.035], rotation: {euler: [25, 0, 0]}}\n";

// ---- our own ----

// A key with slanted sides in a groove that is narrower above: pressed down, pulled up against the
// slants, pushed aside, turned.
#define HULL(points) "      - {shape: {hull: {points: [" points "]}}}\n"
static const char dovetail[] =
    "shapes:\n  groove:\n    compound:\n" PIECE("0.1, 0.08, 0.02", "0, 0, -0.01")
        HULL("[-0.05, 0.0154, 0], [0.05, 0.0154, 0], [-0.05, 0.0094, 0.02], [0.05, 0.0094, "
             "0.02], "
             "[-0.05, 0.04, 0], [0.05, 0.04, 0], [-0.05, 0.04, 0.02], [0.05, 0.04, 0.02]")
            HULL("[-0.05, -0.0154, 0], [0.05, -0.0154, 0], [-0.05, -0.0094, 0.02], [0.05, "
                 "-0.0094, 0.02], "
                 "[-0.05, -0.04, 0], [0.05, -0.04, 0], [-0.05, -0.04, 0.02], [0.05, -0.04, "
                 "0.02]") "  key: {hull: {points: [[-0.03, 0.015, -0.01], [0.03, 0.015, "
                          "-0.01], [-0.03, -0.015, -0.01], "
                          "[0.03, -0.015, -0.01], [-0.03, 0.009, 0.01], [0.03, 0.009, 0.01], "
                          "[-0.03, -0.009, 0.01], "
                          "[0.03, -0.009, 0.01]]}}\n"
                          "bodies:\n  - {name: groove, type: static, shape: groove}\n"
                          "  - {name: key, shape: key, mass: 0.1, position: [0, 0, "
                          "0.0102]}\n" HAND("key") KEY("0", "0, 0, 0.0102")
                              KEY("0.4", "0, 0, 0.006") KEY("0.8", "0, 0, 0.006")
                                  KEY("1.4", "0, 0, 0.016") KEY("1.9", "0, 0, 0.016")
                                      KEY("2.5", "0.02, 0.004, 0.016")
                                          KEY("3.0", "0.02, 0.004, 0.016")
                                              TURNED("3.6", "0, 0, 0.009", "0, 0, 5")
                                                  TURNED("4.2", "0, 0, 0.009", "0, 0, 5")
                                                      TURNED("4.8", "0, 0, 0.012", "6, 0, 0")
                                                          TURNED("5.3", "0, 0, 0.012", "6, 0, 0");

// A wedge of 12 degrees is pushed under a block that a wall keeps from sliding away.
static const char wedge[] =
    "shapes:\n  wedge: {hull: {points: [[-0.05, -0.02, 0], [0.05, -0.02, 0], [-0.05, 0.02, 0], "
    "[0.05, 0.02, 0], [-0.05, -0.02, 0.0212], [-0.05, 0.02, 0.0212]]}}\nbodies:\n" FLOOR
    "  - {name: stop, type: static, shape: " BOX(
        "0.02, 0.08, 0.06") ", position: [0.05, 0, 0.03]}\n"
                            "  - {name: block, shape: " BOX(
                                "0.04, 0.04, 0.04") ", mass: 0.2, position: [0.0199, 0, 0.0215]}\n"
                                                    "  - {name: wedge, shape: wedge, mass: 0.05, "
                                                    "position: [-0.045, 0, 0.0001]}\n" HAND("wedge")
                                                        KEY("0", "-0.045, 0, 0.0001") KEY(
                                                            "0.3", "-0.045, 0, -0.001")
                                                            KEY("1.0", "-0.035, 0, -0.001") KEY(
                                                                "1.5", "-0.035, 0, -0.001")
                                                                KEY("2.5", "-0.008, 0, -0.001") KEY(
                                                                    "3.2", "-0.008, 0, -0.001")
                                                                    KEY("4.2", "-0.05, 0, -0.001");

// A hook, which is not convex itself, is hung over a rail, slid along it, tilted, and pulled off.
static const char hook[] = "shapes:\n  hook:\n    compound:\n" PIECE(
    "0.05, 0.03, 0.012", "0, 0, 0.02") PIECE("0.012, 0.03, 0.034", "0.019, 0, -0.003")
    PIECE("0.012, 0.03, 0.02",
          "-0.019, 0, 0.004") "bodies:\n  - {name: rail, type: static, "
                              "shape: " BOX(
                                  "0.024, 0.2, 0.05") ", position: [0, 0, "
                                                      "-0.025]}\n"
                                                      "  - {name: hook, "
                                                      "shape: hook, mass: "
                                                      "0.1, position: [0, 0, "
                                                      "0]}\n" HAND("hook") KEY("0", "0, 0, 0") KEY(
                                                          "0.4", "0, "
                                                                 "0, "
                                                                 "-0."
                                                                 "018") KEY("0.8", "0, 0, "
                                                                                   "-0.018")
                                                          KEY("1.3", "-0.004, 0, "
                                                                     "-0.018") KEY("1"
                                                                                   "."
                                                                                   "8",
                                                                                   "-"
                                                                                   "0"
                                                                                   "."
                                                                                   "0"
                                                                                   "0"
                                                                                   "4"
                                                                                   ","
                                                                                   " "
                                                                                   "0"
                                                                                   "."
                                                                                   "0"
                                                                                   "3"
                                                                                   ","
                                                                                   " "
                                                                                   "-"
                                                                                   "0"
                                                                                   "."
                                                                                   "0"
                                                                                   "1"
                                                                                   "8")
                                                              KEY("2.2", "-0."
                                                                         "004,"
                                                                         " 0."
                                                                         "03, "
                                                                         "-0."
                                                                         "018") TURNED("2.8",
                                                                                       "0, 0.03, "
                                                                                       "-0.012",
                                                                                       "0, 8, 0")
                                                                  TURNED("3.4",
                                                                         "0, "
                                                                         "0.03, "
                                                                         "-0.012",
                                                                         "0, 8, "
                                                                         "0") TURNED("4."
                                                                                     "0",
                                                                                     "0, "
                                                                                     "0, "
                                                                                     "-0."
                                                                                     "01"
                                                                                     "2",
                                                                                     "0, "
                                                                                     "0, "
                                                                                     "8")
                                                                      TURNED("4.6", "0, 0, -0.012",
                                                                             "0, 0, 8")
                                                                          KEY("5.4", "0, 0, 0.01");

// A six-sided bar in a groove of 120 degrees, where two of its sides lie flat; turned, only edges
// do.
static const char groove[] = "shapes:\n  groove:\n    compound:\n" HULL(
    "[-0.06, 0, -0.02], [0.06, 0, -0.02], [-0.06, 0.05, -0.02], [0.06, 0.05, -0.02], "
    "[-0.06, 0, 0], [0.06, 0, 0], [-0.06, 0.05, 0.028867513], [0.06, 0.05, 0.028867513]")
    HULL("[-0.06, 0, -0.02], [0.06, 0, -0.02], [-0.06, -0.05, -0.02], [0.06, -0.05, -0.02], "
         "[-0.06, 0, 0], [0.06, 0, 0], [-0.06, -0.05, 0.028867513], [0.06, -0.05, "
         "0.028867513]") "bodies:\n  - {name: groove, type: static, shape: groove}\n"
                         "  - {name: bar, shape: {prism: {sides: 6, radius: 0.02, height: "
                         "0.06}}, mass: 0.1, position: "
                         "[0, 0, 0.023], rotation: {euler: [0, 90, 0]}}\n" HAND("bar")
                             TURNED("0", "0, 0, 0.023", "0, 90, 0") TURNED("0.5", "0, 0, 0.016",
                                                                           "0, 90, 0")
                                 TURNED("1.0", "0, 0, 0.016", "0, 90, 0")
                                     TURNED("1.6", "0.02, 0.004, 0.016", "0, 90, 0")
                                         TURNED("2.1", "0.02, 0.004, 0.016", "0, 90, 0")
                                             TURNED("2.8", "0.02, 0, 0.02", "10, 90, 0")
                                                 TURNED("3.4", "0.02, 0, 0.02", "10, 90, 0")
                                                     TURNED("4.0", "0, 0, 0.018", "0, 84, 0")
                                                         TURNED("4.6", "0, 0, 0.018", "0, 84, 0");

// A tenon with shoulders goes into a mortise until the shoulders lie on the rim.
static const char mortise[] =
    "shapes:\n  mortise:\n    compound:\n" PIECE("0.1, 0.06, 0.02", "0, 0, -0.04") PIECE(
        "0.0298, 0.06, 0.03", "-0.0351, 0, -0.015") PIECE("0.0298, 0.06, 0.03", "0.0351, 0, -0.015")
        PIECE("0.0404, 0.0248, 0.03", "0, -0.0176, -0.015")
            PIECE("0.0404, 0.0248, 0.03", "0, 0.0176, -0.015") "  tenon:\n    compound:\n" PIECE(
                "0.04, 0.01, 0.025", "0, 0, -0.0125")
                PIECE("0.06, 0.03, 0.03",
                      "0, 0, 0.015") "bodies:\n  - {name: mortise, type: static, shape: mortise}\n"
                                     "  - {name: tenon, shape: tenon, mass: 0.2, position: [0, 0, "
                                     "0.035]}\n" HAND("tenon") KEY("0", "0, 0, 0.035")
                                         TURNED("0.6", "0.0012, 0, 0.024", "0, 2, 0")
                                             TURNED("1.2", "0.0012, 0, 0.018", "0, 2, 0")
                                                 KEY("1.8", "0, 0, 0.015") KEY("2.6", "0, 0, -0.02")
                                                     KEY("3.2", "0, 0, -0.02")
                                                         KEY("3.8", "-0.01, 0.01, -0.02")
                                                             KEY("4.4", "-0.01, 0.01, -0.02")
                                                                 KEY("5.4", "0, 0, 0.035")
                                                                     KEY("5.8", "0, 0, 0.035");

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))
static const vlAssemblyScene scenes[] = {
    {"corner", false, false, 6.6, corner, {{0.5, 1.1}, {1.7, 2.3}, {2.9, 3.3}, {3.9, 4.7}}, 4},
    {"stairs", false, false, 6.2, stairs, {{0.5, 0.9}, {1.3, 1.7}, {2.6, 3.0}, {3.8, 4.2}}, 4},
    {"slot", false, false, 5.6, slot, {{0.6, 1.0}, {1.5, 1.9}, {3.2, 3.8}, {4.4, 4.8}}, 4},
    {"tray", false, false, 3.4, tray, {{0.4, 0.8}, {1.6, 2.2}, {2.8, 3.2}}, 3},
    {"tight tray", false, false, 2.2, tightTray, {{0.6, 1.0}, {1.4, 2.0}}, 2},
    {"pile", false, false, 2.0, pile, {{0}}, 0},
    {"crossed", false, false, 3.6, crossed, {{0.6, 1.2}}, 1},
    {"dice", false, false, 3.0, dice, {{0}}, 0},
    {"cylinders", false, true, 3.0, cylinders, {{0}}, 0},
    {"dovetail", true, false, 5.5, dovetail, {{0.4, 0.8}, {1.4, 1.9}, {2.5, 3.0}, {3.6, 4.2}}, 4},
    {"wedge", true, false, 4.4, wedge, {{1.0, 1.5}, {2.5, 3.2}}, 2},
    {"hook", true, false, 5.6, hook, {{0.4, 0.8}, {1.8, 2.2}, {2.8, 3.4}, {4.0, 4.6}}, 4},
    {"groove", true, false, 4.8, groove, {{0.5, 1.0}, {1.6, 2.1}, {2.8, 3.4}, {4.0, 4.6}}, 4},
    {"mortise", true, false, 5.8, mortise, {{2.6, 3.2}, {3.8, 4.4}}, 2},
};

const vlAssemblyScene* vlAssemblyScene_At(int i)
{
    return i >= 0 && i < COUNT(scenes) ? &scenes[i] : NULL;
}

const vlAssemblyScene* vlAssemblyScene_Find(const char* name)
{
    for (int i = 0; i < COUNT(scenes); ++i) {
        if (strcmp(scenes[i].name, name) == 0) {
            return &scenes[i];
        }
    }
    return NULL;
}

void vlAssemblyScene_Write(const vlAssemblyScene* scene, double stiffness, char* text, size_t size)
{
    int used = snprintf(text, size, VL_ASSEMBLY_HEAD, stiffness);
    (void)snprintf(text + used, size - (size_t)used, "%s", scene->body);
}
