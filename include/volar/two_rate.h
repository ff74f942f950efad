// SPDX-License-Identifier: MIT
#ifndef VOLAR_TWO_RATE_H
#define VOLAR_TWO_RATE_H

// Two rates: a thread of its own finds contacts at a low rate, and the world steps at a high rate.
// The contact thread takes the newest state of the world, finds all contacts in it and publishes
// them as a packet. Every step of the world takes the newest packet and moves its contacts along
// with the bodies [OL05] 5. Neither thread waits for the other. Theory: docs/theory/two_rate.md.
//
//   haptic thread                          contact thread
//   vlRenderer_Give(...);                  for (;;) {
//   vlWorld_Step(world);                       vlTwoRate_FindContacts(two);
//   vlRenderer_Take(...);                  }
//
// vlWorld_Step is called as usual. The contact thread is that of vlTwoRate_Start, or any one thread
// of the caller; if the thread that steps the world calls vlTwoRate_FindContacts between steps, the
// run is repeatable to the last bit. If bodies were created or destroyed since vlTwoRate_Create,
// and in the first steps after vlWorld_Restore (a snapshot holds no packets), steps find their
// contacts themselves, as with one rate.
//
// Contacts that a hand can feel are trusted less as they grow old: those of bodies held by
// couplings, of bodies joined to these, and of kinematic bodies. Once the bodies have moved against
// each other by `trustShare` of the smaller one's radius, or the packet is older than `holdAfter`,
// a contact may not press harder than it did then. Beyond `staleAfter` it fades out within
// `fadeTime`. All other contacts are carried on until the next packet, so that a block does not
// fall through its table because a search takes long.
//
// Where a fresh packet would make a force drop, the difference is spread over `blendTicks` steps.
// Where it finds bodies deeper than expected, the additional depth presses gradually, like a first
// touch.

#include "volar/world.h"

typedef struct vlTwoRate vlTwoRate;

// How contacts continue from a packet; other models for comparison are at the end of this header.
typedef struct vlPacketModel vlPacketModel;

typedef struct vlTwoRateDef {
    vlWorld* world;    // required: IMPLICIT and VL_CONTACT_VOLUME; must outlive the vlTwoRate
    double trustShare; // > 0, of the smaller body's radius; 0.05 mm are always trusted
    double holdAfter;  // s, > 0
    double staleAfter; // s, >= holdAfter
    double fadeTime;   // s, > 0
    int blendTicks;    // 0 .. 1000; 0 or 1: no blending
    double blendForce; // N, >= 0: smaller jumps are not blended
    double blendShare; // >= 0: nor are jumps smaller than this share of the force
    // Number of distances of surface samples after which a search looks no farther ahead than it
    // must, so that a slow search does not make the next one slower still; >= 0, 0: no limit. A
    // distance takes about one or two microseconds. Where packets are slow by choice and their
    // thread has time, set 0 or a larger number: a sample that the search leaves out may come near
    // before the next packet, and then presses at once.
    int searchWork;
    const vlPacketModel* reference; // usually NULL; experiments set a model to compare with
} vlTwoRateDef;

// Counts since creation, as of the last step.
typedef struct vlTwoRateReport {
    uint64_t packets;        // taken by steps
    uint64_t carried;        // contacts carried from a packet to a step, over all steps
    uint64_t carriedSamples; // samples of surfaces carried to a step (surface.h)
    uint64_t skipped;  // contacts of packets that were dropped: their pieces were no longer near
    uint64_t held;     // times a contact was kept from pressing harder
    uint64_t blended;  // jumps of a force that were softened, also of contacts that vanished
    uint64_t stale;    // times a packet grew too old
    uint64_t ownFinds; // steps without a packet that fits the world: they found contacts themselves
    int contacts;      // in the newest packet
    int samples;       // near samples in the newest packet
    double age;        // s, of the newest packet at the start of the last step
    double maxAge;     // s, largest age so far
    double contactRate; // Hz, packets taken per simulated second, averaged over about ten of them
    double findTime;    // s, that the contact thread needed for the newest packet
    bool isStale;       // the newest packet is too old
    bool isOutdated;    // bodies were created or destroyed since creation: create a new vlTwoRate;
                        // until then steps find contacts themselves
} vlTwoRateReport;

VL_BEGIN_C

// trustShare 2%, holdAfter 20 ms, staleAfter 60 ms, fadeTime 20 ms; blendTicks 3, blendForce 0.3 N,
// blendShare 30%; searchWork 500.
VL_API vlTwoRateDef vlDefaultTwoRateDef(vlWorld* world) VL_REALTIME;

// From now on steps of the world take their contacts from packets; the first packet is made here.
// Allocates. On failure `message` (may be NULL) says why: VL_ERROR_ARGUMENT for another integrator
// or contact model, or a world that uses packets already. Must not be called during a step.
VL_API VL_WARN_UNUSED vlResult vlTwoRate_Create(const vlTwoRateDef* def, vlTwoRate** two,
                                                char* message, size_t messageSize);
// Stops the thread; the world finds its contacts itself again. Must be called before the world is
// destroyed, and not during a step. NULL is allowed.
VL_API void vlTwoRate_Destroy(vlTwoRate* two);

// For the contact thread: finds the contacts of the newest state and publishes them. False if there
// was no new state, or if it has other bodies. Neither allocates nor locks; reads the clock.
VL_API bool vlTwoRate_FindContacts(vlTwoRate* two);
// The two halves of vlTwoRate_FindContacts, for a caller that decides itself how many steps are
// made while a search lasts. A search that was not published is lost when the next one begins.
VL_API bool vlTwoRate_Search(vlTwoRate* two);
VL_API void vlTwoRate_Publish(vlTwoRate* two);
// Starts a thread that calls vlTwoRate_FindContacts at `rate` (Hz of the clock, up to 1e6) or, with
// 0, for each new state; it sleeps in between. Only that thread may then call it. VL_ERROR_ARGUMENT
// if the thread runs already or for another rate, VL_ERROR_MEMORY if the system gives no thread.
VL_API VL_WARN_UNUSED vlResult vlTwoRate_Start(vlTwoRate* two, double rate);
// Stops the thread, after the search that it is doing. Does nothing if no thread runs.
// NULL is allowed.
VL_API void vlTwoRate_Stop(vlTwoRate* two);

// For the thread that steps the world.
VL_API vlTwoRateReport vlTwoRate_GetReport(const vlTwoRate* two) VL_REALTIME;

// For experiments: simpler models of a contact between two packets. Both ignore friction and the
// rules for old packets. Linear, [OL05] eq. (30): a spring about the packet's state, which pulls
// once the bodies have separated by more than they were deep. Held: the normal force of the
// packet's first step stays as it is. With Held, samples of surfaces keep all of their wrench; with
// Linear they go on by planes, as they do in programs.
VL_API const vlPacketModel* vlPacketModel_Linear(void) VL_REALTIME;
VL_API const vlPacketModel* vlPacketModel_Held(void) VL_REALTIME;

VL_END_C

#endif
