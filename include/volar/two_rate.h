// SPDX-License-Identifier: MIT
#ifndef VOLAR_TWO_RATE_H
#define VOLAR_TWO_RATE_H

// Two rates: contacts are found slowly, in a thread of their own, and felt fast. The contact thread
// takes the newest state of the world, finds all contacts in it and hands them over as a packet;
// every step of the world takes the newest packet and brings its contacts along with what the
// bodies did since [OL05] 5. Neither waits for the other. docs/theory/two_rate.md.
//
//   haptic thread                          contact thread
//   vlRenderer_Give(...);                  for (;;) {
//   vlWorld_Step(world);                       vlTwoRate_FindContacts(two);
//   vlRenderer_Take(...);                  }
//
// vlWorld_Step is called as ever. The contact thread is vlTwoRate_Start's, or any one thread of the
// caller; called between steps by the same thread, all is repeatable to the last bit. Steps of a
// world whose bodies came or went since, and the first ones after vlWorld_Restore (a snapshot holds
// no packets), find their contacts themselves, as with one rate.
//
// Contacts that a hand can feel (of bodies held by couplings, of what joints tie to those, and of
// kinematic bodies) are trusted less as they grow old. Beyond `trustShare` of the smaller body's
// radius of relative motion, or `holdAfter` of age, a contact may not press harder than it did
// then. Beyond `staleAfter` it fades out within `fadeTime`. All others are carried until the next
// packet: a block does not fall through its table because a search takes long.
//
// Where a fresh packet would make a force drop, the difference is spread over `blendTicks` steps;
// where it found bodies deeper than the last one led to, what is new presses only as a first touch
// does: slowly.

#include "volar/world.h"

typedef struct vlTwoRate vlTwoRate;

// Another way to go on from a packet, for comparison; see the end of this header.
typedef struct vlPacketModel vlPacketModel;

typedef struct vlTwoRateDef {
    vlWorld* world;    // VL_INTEGRATOR_IMPLICIT, VL_CONTACT_VOLUME; must outlive this; required
    double trustShare; // > 0, of the smaller body's radius, at least 0.05 mm
    double holdAfter;  // s, > 0
    double staleAfter; // s, >= holdAfter
    double fadeTime;   // s, > 0
    int blendTicks;    // 0 .. 1000; 0 or 1: no blending
    double blendForce; // N, >= 0: smaller jumps are not blended
    double blendShare; // >= 0, of the force: nor are smaller ones
    const vlPacketModel* reference; // NULL; experiments may set a model to compare with
} vlTwoRateDef;

// Since creation, as the last step left it.
typedef struct vlTwoRateReport {
    uint64_t packets;  // taken
    uint64_t carried;  // contacts brought to a step from a packet, in all
    uint64_t skipped;  // contacts of packets whose pieces were no longer near
    uint64_t held;     // times a contact was kept from pressing harder
    uint64_t blended;  // jumps of a force that were softened, vanishing contacts included
    uint64_t stale;    // times packets grew too old
    uint64_t ownFinds; // steps without a packet that fits the world: they found contacts themselves
    int contacts;      // in the newest packet
    double age;        // s, of the newest packet at the start of the last step
    double maxAge;     // s
    double contactRate; // Hz, of simulated time: packets taken, averaged over about ten of them
    double findTime;    // s, that the contact thread took for the newest packet
    bool isStale;
    bool isOutdated; // bodies came or went since creation: make a new one; steps find contacts
                     // themselves meanwhile
} vlTwoRateReport;

VL_BEGIN_C

// 2% of the radius, 20 ms, 60 ms, 20 ms; 3 ticks, 0.3 N, 30%.
VL_API vlTwoRateDef vlDefaultTwoRateDef(vlWorld* world) VL_REALTIME;

// From now on steps of the world go by packets; a first one is found here. Allocates. On failure
// `message` (may be NULL) says why: VL_ERROR_ARGUMENT for another integrator or contact model, or a
// world that goes by packets already. Not while the world is stepped.
VL_API VL_WARN_UNUSED vlResult vlTwoRate_Create(const vlTwoRateDef* def, vlTwoRate** two,
                                                char* message, size_t messageSize);
// Stops the thread; the world finds its own contacts again. Before the world is destroyed, and not
// while it is stepped. NULL is allowed.
VL_API void vlTwoRate_Destroy(vlTwoRate* two);

// Contact thread: contacts of the newest state, published. False if there was no new state, or one
// of other bodies. Neither allocates nor locks; reads the clock.
VL_API bool vlTwoRate_FindContacts(vlTwoRate* two);
// A thread that does so at `rate` (Hz of the clock, > 0) or, with 0, as often as states come; it
// sleeps in between. VL_ERROR_ARGUMENT if it runs already or for another rate, VL_ERROR_MEMORY if
// the system gives no thread. Nobody else may call vlTwoRate_FindContacts then.
VL_API VL_WARN_UNUSED vlResult vlTwoRate_Start(vlTwoRate* two, double rate);
VL_API void vlTwoRate_Stop(vlTwoRate* two); // waits for a search under way; none running: nothing

// Haptic thread.
VL_API vlTwoRateReport vlTwoRate_GetReport(const vlTwoRate* two) VL_REALTIME;

// For experiments: what others make of a packet until the next one comes. Both know neither
// friction nor the rules for old packets. Linear, [OL05] eq. (30): a spring about the packet's
// state, which pulls once the bodies are further apart than they were deep. Held: the normal force
// of the packet's first step stays as it is.
VL_API const vlPacketModel* vlPacketModel_Linear(void) VL_REALTIME;
VL_API const vlPacketModel* vlPacketModel_Held(void) VL_REALTIME;

VL_END_C

#endif
