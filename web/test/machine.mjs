// SPDX-License-Identifier: MIT
// A scene for the real program with the common joints, limits, a motor and a box that falls asleep.

export const MACHINE = `volar: 1
name: machine
world: {integrator: implicit, sleep: true}
camera: {position: [0.3, -1.5, 0.9], target: [0.3, 0, 0.35]}
bodies:
  - {name: floor, type: static, shape: {halfspace: {normal: [0, 0, 1]}}}
  - {name: arm, shape: {box: {size: [0.24, 0.05, 0.05]}}, position: [0.12, 0, 0.5]}
  - {name: hand, shape: {box: {size: [0.05, 0.05, 0.2]}}, position: [0.24, 0, 0.4]}
  - {name: sled, shape: {box: {size: [0.1, 0.1, 0.1]}}, position: [0.6, 0, 0.4],
     velocity: [0.4, 0, 0]}
  - {name: bob, shape: {sphere: {radius: 0.05}}, position: [-0.25, 0, 0.3], velocity: [0.5, 0.3, 0]}
  - {name: sleeper, shape: {box: {size: [0.12, 0.12, 0.12]}}, position: [0.2, 0.3, 0.06]}
joints:
  - name: shoulder
    type: hinge
    b: arm
    at: [0, 0, 0.5]
    axis: [0, 1, 0]
    axes:
      limits: [-50, 50]
      motor: {mode: position, stiffness: 60, damping: 3,
              target: {oscillate: {amplitude: 30, frequency: 0.5}}}
  - {name: wrist, type: hinge, a: arm, b: hand, at: [0.24, 0, 0.5], axis: [0, 1, 0],
     axes: {limits: [-100, 100], damping: 0.01}}
  - {name: rail, type: slider, b: sled, at: [0.6, 0, 0.4], axis: [1, 0, 0],
     axes: {limits: [-0.1, 0.15]}}
  - {name: socket, type: ball, b: bob, at: [-0.25, 0, 0.5]}
`;
