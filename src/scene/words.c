// SPDX-License-Identifier: MIT
#include "scene/words.h"

#include <stddef.h>

#include "volar/four_channel.h"
#include "volar/joint.h"
#include "volar/mesh.h"
#include "volar/velocity.h"
#include "volar/world.h"

#define TABLE(list, words, name)                                                                   \
    static const vlWord words[] = {list(VL_WORD_ROW)};                                             \
    const vlWords name = {words, VL_COUNT_OF(words)};

TABLE(VL_WORDS_INTEGRATOR, integratorWords, vlWords_Integrator)
TABLE(VL_WORDS_MODEL, modelWords, vlWords_Model)
TABLE(VL_WORDS_LAW, lawWords, vlWords_Law)
TABLE(VL_WORDS_NORMAL, normalWords, vlWords_Normal)
TABLE(VL_WORDS_FRICTION, frictionWords, vlWords_Friction)
TABLE(VL_WORDS_PRESSURE, pressureWords, vlWords_Pressure)
TABLE(VL_WORDS_ROUTE, routeWords, vlWords_Route)
TABLE(VL_WORDS_TYPE, typeWords, vlWords_Type)
TABLE(VL_WORDS_FRAME, frameWords, vlWords_Frame)
TABLE(VL_WORDS_JOINT, jointWords, vlWords_Joint)
TABLE(VL_WORDS_MODE, modeWords, vlWords_Mode)
TABLE(VL_WORDS_VELOCITY, velocityWords, vlWords_Velocity)
TABLE(VL_WORDS_CHANNELS, channelWords, vlWords_Channels)
TABLE(VL_WORDS_GRIP, gripWords, vlWords_Grip)
TABLE(VL_WORDS_AS, asWords, vlWords_As)
TABLE(VL_WORDS_UNIT, unitWords, vlWords_Unit)
TABLE(VL_WORDS_UP, upWords, vlWords_Up)

const char* vlWords_Name(const vlWords* words, int value)
{
    for (int i = 0; i < words->count; ++i) {
        if (words->words[i].value == value) {
            return words->words[i].name;
        }
    }
    return NULL;
}
